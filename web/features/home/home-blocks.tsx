import { FeaturesBlock } from '#web/features/features/features-block.tsx';
import { StoryBlock } from '#web/features/story/story-block.tsx';
import { TeamBlock } from '#web/features/team/team-block.tsx';
import { VisionBlock } from '#web/features/vision/vision-block.tsx';
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
