import type { LoaderFunctionArgs } from 'react-router';
import { BLOG_WORDS } from '#content/blog.ts';
import { BRAND } from '#content/brand.ts';
import { PAGES } from '#content/page-paths.ts';
import { SEO_WORDS } from '#content/seo.ts';
import { SITE_LANGUAGE } from '#contract/language.ts';
import { SHARE_PICTURE, sharePicturePath } from '#contract/share-picture.ts';
import { pathOf, siteAddress } from '#web/shell/page-address.ts';
import { pageMeta, type StructuredData } from '#web/shell/page-meta.ts';
import { LateCallToAction } from '#web/slots/late-call-to-action.ts';
import { Link } from '#web/ui/link.tsx';
import { LongText } from '#web/ui/long-text.tsx';
import { NextStep } from '#web/ui/next-step.tsx';
import { FEED_LINK, Morning, PostFacts } from './post-parts.tsx';
import { type Article, articleAt, type DatedPost } from './posts.server.ts';

/** Each post has its own route, so that an unknown path under `/blog` falls to the catch-all route, which answers 404. */
export function loader({ request }: LoaderFunctionArgs): Article {
  return articleAt(pathOf(request));
}

export function meta({ loaderData }: { readonly loaderData?: Pick<Article, 'post'> }) {
  if (loaderData === undefined) return [];
  const { post } = loaderData;
  const { title, summary: description, path: canonical, date: published } = post;
  const data = [blogPosting(post), breadcrumbs(post)];
  return [...pageMeta({ title, description, canonical, published, data }), FEED_LINK];
}

export default function ArticlePage({ loaderData }: { readonly loaderData: Article }) {
  const { post, html, headings, newer, older } = loaderData;
  return (
    <>
      <article>
        <header className="page-width">
          <div className="border-b border-strong pt-6 lg:pt-12">
            <p className="eyebrow screen-only">
              <Link to={PAGES.blog} className="text-link">
                {SEO_WORDS.blog}
              </Link>
            </p>
            <h1 className="mt-5 measure text-heading">{post.title}</h1>
            <p className="measure mt-5 text-lead text-soft">{post.summary}</p>
            {/* The picture of the sun moves below the text if enlarged text needs the whole width. */}
            <div className="mt-6 flex flex-wrap items-end justify-between gap-x-5">
              <p className="flex flex-[3_1_13rem] flex-wrap gap-x-5 pb-6 text-small text-soft">
                <time dateTime={post.date}>{post.day.full}</time>
                <PostFacts post={post} />
              </p>
              <Morning sun={post.sun} className="ms-auto lg:-mt-24" />
            </div>
          </div>
        </header>
        <LongText headings={headings} html={html} />
      </article>
      <nav
        className="page-width screen-only mt-12 grid gap-x-8 gap-y-4 md:grid-cols-2 lg:mt-20"
        aria-label={BLOG_WORDS.neighbours}
      >
        <Neighbour rel="prev" label={BLOG_WORDS.older} post={older} />
        <Neighbour rel="next" label={BLOG_WORDS.newer} post={newer} />
        <p className="col-span-full">
          <Link to={PAGES.blog} className="button button-quiet">
            {BLOG_WORDS.all}
          </Link>
        </p>
      </nav>
      <div className="section-space pb-0">
        <NextStep {...BLOG_WORDS.afterPost}>{LateCallToAction && <LateCallToAction />}</NextStep>
      </div>
    </>
  );
}

type NeighbourProps = {
  readonly rel: 'prev' | 'next';
  readonly label: string;
  readonly post: DatedPost | undefined;
};

function Neighbour({ rel, label, post }: NeighbourProps) {
  if (post === undefined) return null;
  return (
    <Link
      to={post.path}
      rel={rel}
      className={`group grid grid-cols-[auto_1fr] gap-x-4 border-t border-strong pt-5 no-underline ${rel === 'next' ? 'md:col-start-2' : ''}`}
    >
      <span className="as-heading row-span-2 text-heading" aria-hidden="true">
        {post.day.number}
      </span>
      <span className="text-soft">{label}</span>
      <span className="font-semibold underline-offset-4 group-hover:underline">{post.title}</span>
    </Link>
  );
}

function blogPosting({ path, title, summary, date, by }: DatedPost): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: title,
    description: summary,
    datePublished: date,
    dateModified: date,
    inLanguage: SITE_LANGUAGE,
    url: siteAddress(path),
    mainEntityOfPage: siteAddress(path),
    image: {
      '@type': 'ImageObject',
      url: siteAddress(sharePicturePath(path)),
      width: SHARE_PICTURE.width,
      height: SHARE_PICTURE.height,
    },
    author: {
      '@type': by.kind,
      name: by.name,
      ...(by.path && { url: siteAddress(by.path) }),
    },
    publisher: { '@type': 'Organization', '@id': siteAddress('/#organization'), name: BRAND.company },
  };
}

function breadcrumbs({ title, path }: DatedPost): StructuredData {
  const item = (position: number, name: string, to: string) => ({
    '@type': 'ListItem',
    position,
    name,
    item: siteAddress(to),
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [item(1, SEO_WORDS.blog, PAGES.blog), item(2, title, path)],
  };
}
