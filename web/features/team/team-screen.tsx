import { PageHead } from '#web/ui/page-head.tsx';

export function TeamScreen() {
  return (
    <PageHead
      title="Six people and one morning"
      lead="Nobody here is a department. Each of us looks after one thing, and answers for it by name."
      hour={0.35}
      picture={
        <path
          className="sky-shape"
          d="M760 300v-40l30-24 30 24v40ZM840 300v-70h60v70ZM1000 300v-46l26-20 26 20v46Z"
        />
      }
    />
  );
}
