/** Who waits for the launch, in the operators’ console. */
export const LAUNCH_LIST_VIEW = '/console/launch-list';
