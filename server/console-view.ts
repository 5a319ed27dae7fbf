import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Reason } from '#contract/reasons.ts';
import type { ConsoleAction, Role } from '#contract/roles.ts';
import type { AuditActor, AuditEntry } from './audit/record-action.ts';
import type { AppDeps } from './feature.ts';
import type { Html } from './html/html.ts';

export type ConsoleView = {
  readonly label: string;
  readonly path: string;
  /** The rights that the view’s routes require. The menu shows the view to operators who have the first of these rights. */
  readonly actions: readonly [ConsoleAction, ...ConsoleAction[]];
  readonly routes: (route: ConsoleRoutes, deps: AppDeps) => void;
  /** Lines of the view on the first page of the console. They name no person, because viewing that page writes no audit line. */
  readonly overview?: (deps: AppDeps) => Promise<readonly OverviewLine[]>;
  readonly style?: () => string;
};

export type OverviewLine = {
  readonly words: Html | string;
  /** Whether the line is a task for an operator. Lines without a task are only information. */
  readonly isWaiting?: boolean;
  /** The path of the line’s link; by default that of the view. */
  readonly to?: string;
};

/** Adds routes for operators. A handler runs only when the session and role allow the action and the input is valid. */
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
  /** The query, parsed by the schema of the route; undefined when the route has no schema. */
  readonly query: Query;
  readonly body: Body;
  readonly reply: FastifyReply;
  readonly operator: Operator;
  /** The fields of a form that has just been refused. */
  readonly typed: Typed | undefined;
  readonly id: string;
  /** Throws when the operator’s role or session has ended. Accepts an old proof of identity, because downloads can take long. */
  readonly stillHere: () => Promise<void>;
};

export type Operator = {
  readonly session: { readonly id: string; readonly userId: string };
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  /** The time zone in which the operator reads and types times. */
  readonly timeZone: string;
  readonly by: AuditActor;
};

export type ConsolePage = {
  readonly title: string;
  readonly main: Html;
  /** The path of the view that the menu marks as current. */
  readonly view?: string;
  /** The result of the last action, shown as a message. */
  readonly done?: Html | string | undefined;
  /** The reason why the last action failed, shown as an error. */
  readonly problem?: string | undefined;
  readonly status?: number;
};

export type Typed = Readonly<Record<string, string | undefined>>;

/** A message that only the next page shows, after a redirect. */
export type FlashMessage = {
  readonly words: string;
  /** The message says why the action was not done. */
  readonly isProblem?: true | undefined;
  /** The fields of a refused form, which the next page fills in again. */
  readonly typed?: Typed | undefined;
  /** The path and fields of a form that undoes the action. */
  readonly undo?:
    | { readonly to: string; readonly fields: Readonly<Record<string, string | string[]>> }
    | undefined;
};

/** An action of a feature on one person: a form on that person’s page. It requires a fresh proof of identity. */
export type PersonAction<Body extends PersonBody = PersonBody> = {
  /** The path to which the form is sent, with `:id` for the person. */
  readonly path: string;
  readonly title: string;
  /** The right that the action requires; by default the right to help people. */
  readonly action?: ConsoleAction;
  /** The action is permanent. A person with an operator role must lose that role first. */
  readonly isEnd?: true;
  /** Returns a form, or undefined when there is nothing to do for this person. `reason` is why the operator opened the page. */
  readonly form: (deps: AppDeps, id: string, reason: Reason) => Promise<Html | undefined>;
  /** HTML that is shown beside the state of the person’s account. */
  readonly state?: (deps: AppDeps, id: string) => Promise<Html | undefined>;
  readonly body: z.ZodType<Body>;
  /** Runs the action on a person whom the operator may help. A method, so that one list can have all body types. */
  act(deps: AppDeps, change: PersonChange<Body>): Promise<PostAnswer>;
};

export type PersonBody = { readonly reason: Reason };

export type PersonChange<Body> = ConsoleRequest<unknown, Body> & {
  readonly person: { readonly email: string; readonly name: string };
  /** `done` and `refused` redirect to the person’s page with a message. */
  readonly done: (words: string) => PostAnswer;
  readonly refused: (problem: string, typed?: Typed) => PostAnswer;
};

type GoTo = { readonly goTo: string; readonly flash?: FlashMessage };
/** A GET handler answers with a page, a redirect, or a reply that it has already sent. */
export type GetAnswer = ConsolePage | GoTo | FastifyReply;
/** A POST handler redirects, because only GET routes audit whom an operator saw. Its page shows only the request. */
export type PostAnswer = GoTo | { readonly showsNobody: ConsolePage } | FastifyReply;

type RouteOptions<Query> = {
  readonly action: ConsoleAction;
  readonly query?: z.ZodType<Query>;
  /** The route requires a fresh proof of the operator’s identity. */
  readonly proof?: true;
  /** Whether a request extends the operator’s session. Requests that pages send automatically do not. */
  readonly isUse?: boolean;
};

export type PostOptions<Query, Body> = RouteOptions<Query> & { readonly body?: z.ZodType<Body> };

export type GetOptions<Query> = RouteOptions<Query> & {
  /**
   * The audit line that is written before the page is sent. If the action of a route reads personal data, the route must not
   * use `NOBODY_IS_SHOWN`, or the server does not start; it may use `ONLY_A_NUMBER`, or `WRITTEN_BY_HANDLER` for a file.
   */
  readonly audit:
    | ReadLine
    | ((request: ConsoleRequest<Query>) => ReadLine | Promise<ReadLine>)
    | typeof NOBODY_IS_SHOWN
    | typeof ONLY_A_NUMBER
    | typeof WRITTEN_BY_HANDLER;
};

export type ReadLine = Pick<AuditEntry, 'action' | 'subject' | 'detail'>;
export const NOBODY_IS_SHOWN = 'nobody is shown';
export const ONLY_A_NUMBER = 'only a number';
export const WRITTEN_BY_HANDLER = 'written by the handler';
