import { expect, test } from '../support/test.ts';

/** From spec §1 and §2, not from the content: a card that gets lost must fail here. */
const CHAPTERS = [
  'The Spark',
  'Faith',
  'Self-Taught',
  'Solo Beginnings',
  'Building the Platform',
  'Challenges',
  'Parents’ Expectations',
  'Mission',
  'Time Crunch',
  'Community Support',
];

const PLACES = [
  { title: 'Twitter', host: 'twitter.example.com' },
  { title: 'Telegram', host: 'telegram.example.com' },
  { title: 'WhatsApp channel', host: 'whatsapp.example.com' },
];

const KITES = ['sun', 'checks', 'band', 'crown', 'halves', 'ladder'];

test('the story: ten chapters in order, each with its card, its icon and a longer text', async ({ page }) => {
  await page.goto('/story');
  const chapters = page.getByRole('main').getByRole('listitem');
  await expect(chapters.getByRole('heading', { level: 2 })).toHaveText(CHAPTERS);
  for (const chapter of await chapters.all()) {
    // The hour, the card's text, and two paragraphs or more.
    expect(await chapter.getByRole('paragraph').count()).toBeGreaterThanOrEqual(4);
    await expect(chapter.locator('svg.lucide')).toHaveCount(1);
  }
  await expect(page.getByRole('main')).toContainText('I was sixteen');
  await expect(page.getByRole('link', { name: 'Join the community' })).toHaveAttribute('href', '/community');
});

test('the home screen carries the same ten chapters and the way to the whole story', async ({ page }) => {
  await page.goto('/');
  const story = page.getByRole('region', { name: 'Ten stops in one long night' });
  await expect(story.getByRole('heading', { level: 3 })).toHaveText(CHAPTERS);
  await expect(story.getByRole('link', { name: 'Read the whole night' })).toHaveAttribute('href', '/story');
  const team = page.getByRole('region', { name: 'Six strings, held from six roofs' });
  await expect(team.getByRole('listitem')).toHaveCount(6);
  await expect(team.getByRole('link', { name: 'How we work' })).toHaveAttribute('href', '/team');
});

test('the team: six members with name, role, description and a kite of their own', async ({ page }) => {
  await page.goto('/team');
  const members = page
    .getByRole('region', { name: 'Six strings, held from six roofs' })
    .getByRole('listitem');
  await expect(members).toHaveCount(6);
  for (const [index, member] of (await members.all()).entries()) {
    await expect(member.getByRole('heading', { level: 3 })).not.toBeEmpty();
    const [role, description] = await member.getByRole('paragraph').allInnerTexts();
    expect(role?.length).toBeGreaterThan(5);
    expect(description?.length).toBeGreaterThan(40);
    await expect(member.locator(`.kite-${KITES[index]}`)).toHaveCount(1);
  }
  await expect(page.locator('.page-head .kite'), 'the same kites fly over the page').toHaveCount(6);
  await expect(page.getByRole('main')).not.toContainText('(sample');
  await expect(page.getByRole('main')).toContainText('We are not hiring yet.');
  await expect(page.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
});

test('about: what the company believes, its facts, and where to go next', async ({ page }) => {
  await page.goto('/about');
  const main = page.getByRole('main');
  const beliefs = main.getByRole('region', { name: 'What we believe about machines that talk' });
  await expect(beliefs.getByRole('heading', { level: 3 })).toHaveText([
    'Faith-driven',
    'Accessible',
    'Affordable',
    'Secure',
    'Privacy-first',
  ]);
  const facts = main.getByRole('region', { name: 'The facts' });
  await expect(facts).toContainText('2024');
  await expect(facts).toContainText('Kanpur Nagar, Uttar Pradesh, India');
  const onward = main.getByRole('navigation', { name: 'Where to go from here' }).getByRole('link');
  expect(await onward.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '/story',
    '/team',
    '/vision',
  ]);
});

test('the community: three places to join, in new tabs that know nothing of this one', async ({ page }) => {
  await page.goto('/community');
  const cards = page
    .getByRole('region', { name: 'Three boats, three kinds of crossing' })
    .getByRole('listitem');
  await expect(cards.getByRole('heading', { level: 3 })).toHaveText(PLACES.map(({ title }) => title));
  for (const [index, { host }] of PLACES.entries()) {
    const card = cards.nth(index);
    const link = card.getByRole('link', { name: '(opens in a new tab)' });
    await expect(link).toHaveAttribute('href', new RegExp(`^https://${host.replaceAll('.', '\\.')}/`));
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(card.locator('.social-icon')).toHaveCount(1);
    const [description] = await card.getByRole('paragraph').allInnerTexts();
    expect(description?.length).toBeGreaterThan(40);
  }
});

test('the community: three benefits and four house rules', async ({ page }) => {
  await page.goto('/community');
  const benefits = page.getByRole('region', { name: 'What people do here' }).getByRole('listitem');
  await expect(benefits.getByRole('heading', { level: 3 })).toHaveText(['Discuss', 'Network', 'Grow']);
  for (const benefit of await benefits.all()) {
    await expect(benefit.getByRole('paragraph')).not.toBeEmpty();
    await expect(benefit.locator('svg')).toHaveCount(1);
  }
  await expect(page.getByRole('region', { name: 'House rules' }).getByRole('listitem')).toHaveCount(4);
});
