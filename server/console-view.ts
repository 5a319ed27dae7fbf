import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Reason } from '#contract/reasons.ts';
import type { ConsoleAction, Role } from '#contract/roles.ts';
import type { AuditActor, AuditEntry } from './audit/record-action.ts';
import type { AppDeps } from './feature.ts';
import type { Html } from './html/html.ts';

/** A view that a feature adds to the operators' console. Where there is no console, it is shown nowhere. */
export type ConsoleView = {
  /** In the menu. */
  readonly label: string;
  readonly path: string;
  /** All that its routes ask for; whoever may do the first one sees it in the menu. */
  readonly actions: readonly [ConsoleAction, ...ConsoleAction[]];
  readonly routes: (route: ConsoleRoutes, deps: AppDeps) => void;
  /** CSS for the console’s stylesheet. */
  readonly style?: () => string;
};

/** Adds routes for operators: who asks was let in, their role allows the action, and what they sent fits the schemas. */
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
  /** What the path has in the place of `:id`. */
  readonly id: string;
  /**
   * Throws once the role or the session has ended: asked for each part of what is sent for longer. Not for the proof, which would
   * end in the middle of a large export.
   */
  readonly stillHere: () => Promise<void>;
};

/** Who works in the console, and from which session. */
export type Operator = {
  readonly session: { readonly id: string; readonly userId: string };
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  /** Who did it, for an audit line. */
  readonly by: AuditActor;
};

export type ConsolePage = {
  readonly title: string;
  readonly main: Html;
  /** The path of the view in the menu that this belongs to. */
  readonly view?: string;
  /** What was done just now. */
  readonly done?: Html | string | undefined;
  /** Why what was asked for did not happen. */
  readonly problem?: string | undefined;
  /** Of the answer; 200 without one. */
  readonly status?: number;
};

/** What was done, said once by the next page. */
export type FlashMessage = {
  readonly words: string;
  /** Whether it says why what was asked for did not happen. */
  readonly isProblem?: true | undefined;
  /** What takes it back: where a form with these fields goes. */
  readonly undo?:
    | { readonly to: string; readonly fields: Readonly<Record<string, string | string[]>> }
    | undefined;
};

/** What a feature lets operators do for one person: a form on the page of that person, and what it sends. It asks again who sits there. */
export type PersonAction<Body extends PersonBody = PersonBody> = {
  /** Where the form goes, with `:id` in the place of the person’s. */
  readonly path: string;
  readonly title: string;
  /** Absent: whoever may help people. */
  readonly action?: ConsoleAction;
  /** It takes something away for good: whoever works in the console loses the role first. */
  readonly isEnd?: true;
  /** Undefined where there is nothing to do. `reason` is why the page is shown. */
  readonly form: (deps: AppDeps, id: string, reason: Reason) => Promise<Html | undefined>;
  /** What the page says of it beside the state of the account. */
  readonly state?: (deps: AppDeps, id: string) => Promise<Html | undefined>;
  /** What the form sends. */
  readonly body: z.ZodType<Body>;
  /** For a person whom there is and whom the operator may help. A method, so that actions with different bodies fit into one list. */
  act(deps: AppDeps, change: PersonChange<Body>): Promise<PostAnswer>;
};

/** Each action on a person has a reason. */
export type PersonBody = { readonly reason: Reason };

export type PersonChange<Body> = ConsoleRequest<unknown, Body> & {
  readonly person: { readonly email: string; readonly name: string };
  /** Leads to the person again, with what was done or why not. */
  readonly done: (words: string) => PostAnswer;
  readonly refused: (problem: string) => PostAnswer;
};

type GoTo = { readonly goTo: string; readonly flash?: FlashMessage };
/** What a GET answers: a page, the way to another one and what that says first, or what it sent by itself. */
export type GetAnswer = ConsolePage | GoTo | FastifyReply;
/** A POST leads to a page, as a look at somebody is noted where it is asked for by GET. It makes one only of what was sent to it. */
export type PostAnswer = GoTo | { readonly showsNobody: ConsolePage } | FastifyReply;

type RouteOptions<Query> = {
  /** What the role of the operator has to allow. */
  readonly action: ConsoleAction;
  readonly query?: z.ZodType<Query>;
  /** Whether it is asked again who sits here, unless that was shown within the last minutes. */
  readonly proof?: true;
  /** Whether it counts as using the console; what a page asks by itself does not. */
  readonly isUse?: boolean;
};

export type PostOptions<Query, Body> = RouteOptions<Query> & { readonly body?: z.ZodType<Body> };

export type GetOptions<Query> = RouteOptions<Query> & {
  /**
   * The line that is written before the page is sent. `NOBODY_IS_SHOWN` is refused at the start for an action that reads people; of such
   * a one, `ONLY_A_NUMBER` needs no line, and a handler that sends a file writes its own.
   */
  readonly audit:
    | ReadLine
    | ((request: ConsoleRequest<Query>) => ReadLine | Promise<ReadLine>)
    | typeof NOBODY_IS_SHOWN
    | typeof ONLY_A_NUMBER
    | typeof WRITTEN_BY_HANDLER;
};

/** What a look leaves in the audit log. */
export type ReadLine = Pick<AuditEntry, 'action' | 'subject' | 'detail'>;
export const NOBODY_IS_SHOWN = 'nobody is shown';
export const ONLY_A_NUMBER = 'only a number';
export const WRITTEN_BY_HANDLER = 'written by the handler';
