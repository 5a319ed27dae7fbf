import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Reason } from '#contract/reasons.ts';
import type { ConsoleAction, Role } from '#contract/roles.ts';
import type { AuditActor, AuditEntry } from './audit/record-action.ts';
import type { AppDeps } from './feature.ts';
import type { Html } from './html/html.ts';

/** A view that a feature adds to the operators' console. */
export type ConsoleView = {
  /** In the menu. */
  readonly label: string;
  readonly path: string;
  /** The actions that its routes require. Operators with the first one see the view in the menu. */
  readonly actions: readonly [ConsoleAction, ...ConsoleAction[]];
  readonly routes: (route: ConsoleRoutes, deps: AppDeps) => void;
  /** Its lines on the first page, without anybody’s name: who opens that page leaves no audit line. */
  readonly overview?: (deps: AppDeps) => Promise<readonly OverviewLine[]>;
  /** CSS for the console’s stylesheet. */
  readonly style?: () => string;
};

/** What the first page of the console says of a view. */
export type OverviewLine = {
  readonly words: Html | string;
  /** It waits for somebody to do something; all other lines only tell how things are. */
  readonly isWaiting?: boolean;
  /** Where it leads; to the view unless told. */
  readonly to?: string;
};

/** Adds routes for operators. Handlers run only when the session and role allow it and the input is valid. */
export type ConsoleRoutes = {
  readonly get: <Query>(
    url: string,
    options: GetOptions<Query>,
    handle: (request: ConsoleRequest<Query>) => Promise<GetAnswer>,
  ) => void;
  readonly post: <Query, Body>(
    url: string,
    options: PostOptions<Query, Body>,
    handle: (request: ConsoleRequest<Query, Body>) => Promise<PostAnswer>,
  ) => void;
};

export type ConsoleRequest<Query = unknown, Body = unknown> = {
  readonly request: FastifyRequest;
  /** Parsed by the schemas of the route; undefined where it has none. */
  readonly query: Query;
  readonly body: Body;
  readonly reply: FastifyReply;
  readonly operator: Operator;
  /** The value of `:id` in the path. */
  readonly id: string;
  /**
   * Throws when the role or the session has ended. Called for each part of a long download. Does not require a fresh proof,
   * which would expire during a large export.
   */
  readonly stillHere: () => Promise<void>;
};

export type Operator = {
  readonly session: { readonly id: string; readonly userId: string };
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  /** The time zone in which they read and type times. */
  readonly timeZone: string;
  /** The actor for audit lines. */
  readonly by: AuditActor;
};

export type ConsolePage = {
  readonly title: string;
  readonly main: Html;
  /** The path of the view that is marked in the menu. */
  readonly view?: string;
  /** The result of the last action. */
  readonly done?: Html | string | undefined;
  /** Why the action was not done. */
  readonly problem?: string | undefined;
  /** The HTTP status; by default 200. */
  readonly status?: number;
};

/** Shown once by the next page. */
export type FlashMessage = {
  readonly words: string;
  /** It says why the action was not done. */
  readonly isProblem?: true | undefined;
  /** The form that undoes the action. */
  readonly undo?:
    | { readonly to: string; readonly fields: Readonly<Record<string, string | string[]>> }
    | undefined;
};

/** An action of a feature on one person: a form on the page of that person. It requires a fresh proof. */
export type PersonAction<Body extends PersonBody = PersonBody> = {
  /** The path of the form, with `:id` for the person. */
  readonly path: string;
  readonly title: string;
  /** Absent: the right to help people. */
  readonly action?: ConsoleAction;
  /** It is permanent. An operator must lose the role first. */
  readonly isEnd?: true;
  /** Undefined when there is nothing to do. `reason` is the reason for which the page was opened. */
  readonly form: (deps: AppDeps, id: string, reason: Reason) => Promise<Html | undefined>;
  /** Shown with the state of the account. */
  readonly state?: (deps: AppDeps, id: string) => Promise<Html | undefined>;
  readonly body: z.ZodType<Body>;
  /** Called only for a person whom the operator may help. A method, so that one list can have actions of different bodies. */
  act(deps: AppDeps, change: PersonChange<Body>): Promise<PostAnswer>;
};

export type PersonBody = { readonly reason: Reason };

export type PersonChange<Body> = ConsoleRequest<unknown, Body> & {
  readonly person: { readonly email: string; readonly name: string };
  /** Both redirect to the person with a message. */
  readonly done: (words: string) => PostAnswer;
  readonly refused: (problem: string) => PostAnswer;
};

type GoTo = { readonly goTo: string; readonly flash?: FlashMessage };
/** A page, a redirect, or a reply that the handler has sent. */
export type GetAnswer = ConsolePage | GoTo | FastifyReply;
/** A POST redirects, because views of people are recorded by GET. Its own page may show only what was sent to it. */
export type PostAnswer = GoTo | { readonly showsNobody: ConsolePage } | FastifyReply;

type RouteOptions<Query> = {
  /** The right that the operator's role must have. */
  readonly action: ConsoleAction;
  readonly query?: z.ZodType<Query>;
  /** Requires a fresh proof of identity. */
  readonly proof?: true;
  /** Whether it extends the session. Automatic requests of pages do not. */
  readonly isUse?: boolean;
};

export type PostOptions<Query, Body> = RouteOptions<Query> & { readonly body?: z.ZodType<Body> };

export type GetOptions<Query> = RouteOptions<Query> & {
  /**
   * The audit line that is written before the page is sent. An action that reads people cannot have `NOBODY_IS_SHOWN`: the
   * start fails. It may have `ONLY_A_NUMBER`, or `WRITTEN_BY_HANDLER` when it sends a file.
   */
  readonly audit:
    | ReadLine
    | ((request: ConsoleRequest<Query>) => ReadLine | Promise<ReadLine>)
    | typeof NOBODY_IS_SHOWN
    | typeof ONLY_A_NUMBER
    | typeof WRITTEN_BY_HANDLER;
};

/** The audit line of a view. */
export type ReadLine = Pick<AuditEntry, 'action' | 'subject' | 'detail'>;
export const NOBODY_IS_SHOWN = 'nobody is shown';
export const ONLY_A_NUMBER = 'only a number';
export const WRITTEN_BY_HANDLER = 'written by the handler';
