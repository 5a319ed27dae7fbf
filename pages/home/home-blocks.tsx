import { FeaturesBlock } from '#pages/features/features-block.tsx';
import { StoryBlock } from '#pages/story/story-block.tsx';
import { TeamBlock } from '#pages/team/team-block.tsx';
import { VisionBlock } from '#pages/vision/vision-block.tsx';
import { ValuesBlock } from './values-block.tsx';
import { WhyUsBlock } from './why-us-block.tsx';

/** The static blocks of the home screen: they may have no state, effects or handlers, see static-blocks.tsx. */
export function HomeBlocks() {
  return (
    <>
      <ValuesBlock />
      <WhyUsBlock />
      <VisionBlock brief />
      <FeaturesBlock brief />
      <StoryBlock brief />
      <TeamBlock brief />
    </>
  );
}
