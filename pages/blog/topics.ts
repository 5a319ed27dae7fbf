/** The anchor on `/blog` of the posts with a tag. */
export function topicId(tag: string): string {
  return `topic-${tag.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')}`;
}
