import { FeaturesBlock } from '#web/pages/features/features-block.tsx';
import { StoryBlock } from '#web/pages/story/story-block.tsx';
import { TeamBlock } from '#web/pages/team/team-block.tsx';
import { VisionBlock } from '#web/pages/vision/vision-block.tsx';
import { WhyUsBlock } from './why-us-block.tsx';

/** The blocks of the home screen below the three values (spec §1): words, drawings and links, and nothing that changes. */
export function HomeBlocks() {
  return (
    <>
      <WhyUsBlock />
      <VisionBlock brief />
      <FeaturesBlock brief />
      <StoryBlock brief />
      <TeamBlock brief />
    </>
  );
}
