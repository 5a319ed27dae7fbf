import { JoinForm } from '#features/launch-list/web/join-form.tsx';

export default JoinForm;
