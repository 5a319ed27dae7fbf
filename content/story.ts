import { BRAND } from './brand.ts';

/** A chapter of the founder's story. `title`, `content` and `icon` are shown on the chapter's card. */
export type StoryChapter = {
  readonly title: string;
  readonly content: string;
  readonly icon: StoryIcon;
  readonly hour: string;
  readonly text: readonly string[];
};

export type StoryIcon =
  | 'cracked-phone'
  | 'sapling'
  | 'notebook'
  | 'mug'
  | 'bricks'
  | 'power-cut'
  | 'calendar'
  | 'card'
  | 'alarm'
  | 'people';

export const STORY = {
  /** True while the founder and the story are invented. `npm run doctor` then lists the story as a sample. */
  sample: true,
  page: {
    title: 'It began at sixteen, after dinner',
    lead: 'The founder tells it as one night. It took a good deal longer, with sleep in between, but this is the order in which it happened.',
  },
  block: {
    title: 'Our story',
    lead: 'Ten stops in one long night. The founder was sixteen, the laptop was borrowed, and the power went out twice a week. This is how it went.',
    link: 'Read the whole story',
  },
  /** The chapters in order, from night to morning. */
  chapters: [
    {
      title: 'The Spark',
      content: 'A cousin’s homework, a cracked phone, and a correct answer that was no help to either of us.',
      icon: 'cracked-phone',
      hour: '9:50 pm',
      text: [
        'I was sixteen. My cousin had a science paper in the morning and wanted to know why the moon always shows us the same face. We typed the question into a phone with a cracked corner. What came back was a page of good English, all of it correct, none of it any use to a girl of eleven. So I explained it with a steel tumbler and a torch, in the mixture of Hindi and English that we speak at home.',
        'She had it in a minute. I kept thinking about that minute. The knowledge had travelled all the way to our kitchen for nothing, and then stopped one metre short of her. One metre looked like something a person could build.',
      ],
    },
    {
      title: 'Faith',
      content: 'Nobody had asked for it and nothing worked yet. I got up for it the next day anyway.',
      icon: 'sapling',
      hour: '10:40 pm',
      text: [
        'People ask about that word on our home page. I do not mean that I was sure. That year I was sure of very little, except that the thing ought to exist and that I could give it one more hour.',
        'My grandmother kept a lemon tree in an oil tin on our roof. For two summers it did nothing, and every evening she watered it. “It is not for this summer,” she said, and went to bed. When a week of work leads nowhere I do the same: water it properly, although nobody is looking, and go to bed.',
      ],
    },
    {
      title: 'Self-Taught',
      content:
        'A borrowed laptop, lectures saved on a neighbour’s connection, and a notebook of things I did not understand.',
      icon: 'notebook',
      hour: '11:30 pm',
      text: [
        'The laptop belonged to a neighbour who was studying for the civil service and needed it by day. I had it from nine until he woke up. It had four gigabytes of memory, no left arrow key, and a battery that lasted as long as it takes to find the charger.',
        'I learnt programming from its error messages. I learnt linear algebra twice, once wrongly from videos and once properly from a second-hand textbook, with a stranger’s pencil in the margins. Every question that I could not answer went into a notebook; whatever was still open at the last page was copied to the front of the next. Some of those questions are in their fourth notebook now.',
      ],
    },
    {
      title: 'Solo Beginnings',
      content: 'For months the whole company was one login, one list, and one cup of tea going cold.',
      icon: 'mug',
      hour: '12:20 am',
      text: [
        'There was nobody to hand anything to. I wrote the code, then came back after dinner and tested it as if I had never seen it. I looked after the support inbox as well. It held a single message, from me, to see whether it arrived.',
        'Working alone, you find out which of your decisions you can defend. I wrote each one down with its reason, because I knew that I would argue with it a month later. I lost several of those arguments, and threw the first version away.',
      ],
    },
    {
      title: 'Building the Platform',
      content:
        'Accounts, mail, security, pages for a slow phone. The floor first, then whatever stands on it.',
      icon: 'bricks',
      hour: '1:30 am',
      text: [
        'The assistant was the interesting part, so I made myself begin with the rest: a sign-up that cannot be tricked, mail that is not lost when a machine stops, a delete button that deletes. You cannot show such things to an uncle at a wedding. But someone who types a private worry late at night is trusting exactly those.',
        'I tried every page on my mother’s phone, since hers was the slowest in the house. If a screen took longer to open than it takes to say its name, it went back to the desk.',
      ],
    },
    {
      title: 'Challenges',
      content:
        'Load-shedding, rented machines by the hour, and weeks of good results that turned out to be wrong.',
      icon: 'power-cut',
      hour: '2:40 am',
      text: [
        'In May the power goes when every cooler in the street is on. The router went with it, and so did whatever I had been training since supper. I began to save my work every few minutes, then wrote programs that do it without me, and I still build things as if the light might go in the next second.',
        'The worst night had no drama in it. For weeks I had believed that a model was getting better, and then I saw that I had tested it on sentences it had already read. I crossed out the numbers, wrote beside them why, and started again with a clean set. Since then, we do not publish a figure that we cannot repeat.',
      ],
    },
    {
      title: 'Parents’ Expectations',
      content:
        'They hoped for an engineering college and a steady job. We wrote an agreement, and all of us signed it.',
      icon: 'calendar',
      hour: '3:50 am',
      text: [
        'My mother came for a glass of water at ten to four and found me awake. She did not ask what I was making. She asked, “And the exam?” It was in nine days. I said I would be ready. She looked at the screen for a while, switched off the other light, which I had left on, and went back to bed.',
        'That week my father wrote our terms on the back of a calendar page. In exam weeks the laptop stays shut. If the marks fall, the project waits. If they hold, nobody asks what time I went to sleep on a Saturday. I broke it once, and he knows. They would still like the steady job. He also asks how the servers are.',
      ],
    },
    {
      title: 'Mission',
      content:
        'Help that a student on a shared phone can afford, understand and trust. It is written on a card on the wall.',
      icon: 'card',
      hour: '4:30 am',
      text: [
        'I had pages of plans by then, and no sentence. So I took an index card, and wrote: help that a student on a shared phone can afford, understand and trust. It has been on the wall ever since. When two good ideas quarrel, we read the card.',
        '“Afford” is why one plan will cost nothing and another is meant for students. “Understand” is why we cut long words, and why the assistant has to say when it does not know. “Trust” decides what we keep about you, which is as little as we can work with.',
      ],
    },
    {
      title: 'Time Crunch',
      content:
        'School at eight, tuition until six, homework, dinner. What was left had to be spent carefully.',
      icon: 'alarm',
      hour: '5:10 am',
      text: [
        'In exam weeks the project lived in my head, without hands. I kept its list on the last page of my chemistry notebook until the teacher found it. She corrected my spelling of “asynchronous” and gave it back.',
        `So little time is a strict editor. You cannot make ten features in an evening; you ask which one somebody is waiting for. There are more of us today and we have kept the question. By the calendar that I drew at sixteen, ${BRAND.product} is late. It comes out when I would hand it to my cousin before a paper.`,
      ],
    },
    {
      title: 'Community Support',
      content:
        'Strangers found the bugs, corrected the Hindi, and came back the next week. A few of them never left.',
      icon: 'people',
      hour: '5:45 am',
      text: [
        'The first person who wrote to me had found a mistake in something I had posted, and was kind about it. Then a retired schoolteacher printed out every Hindi sentence I had, went through them with a red pen, photographed the pages and sent them one at a time. It took her a Sunday. I still have the pictures.',
        'Nobody was paid, and hardly anybody said who they were. Some came for an evening. Others stayed, and today they are the rest of the team. It is getting light now. There is a lot to do, and I am going to make tea.',
      ],
    },
  ] satisfies readonly StoryChapter[],
  morning: {
    title: 'Where we are now',
    text: `${BRAND.product} isn’t out yet. When it is, there will be an eleventh chapter, and we hope you’ll be in it.`,
    team: 'Meet those who stayed',
    community: 'Join the community',
  },
};
