import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ConsoleAction, Reason, Role } from '#contract/operators.ts';
import type { AuditActor, AuditEntry } from './audit/record-action.ts';
import type { AppDeps } from './feature.ts';
import type { Html } from './html/html.ts';

export type ConsoleView = {
  readonly label: string;
  readonly path: string;
  /** The rights that the routes of the view require. Operators with the first right see the view in their menu. */
  readonly actions: readonly [ConsoleAction, ...ConsoleAction[]];
  readonly routes: (route: ConsoleRoutes, deps: AppDeps) => void;
  /** Lines on the first page of the console. They name no person, because viewing that page writes no audit line. */
  readonly overview?: (deps: AppDeps) => Promise<readonly OverviewLine[]>;
  readonly style?: () => string;
};

export type OverviewLine = {
  /** The label of the line. By default, it is the name of the view. */
  readonly label?: string;
  readonly words: Html | string;
  readonly isWaiting?: boolean;
  /** Overdue lines come first. */
  readonly isOverdue?: boolean;
  /** The path to which the line links. By default, the line links to the view. */
  readonly to?: string;
};

/** Adds routes for operators. A handler runs only if the session and role allow the action and the input is valid. */
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
  readonly query: Query;
  readonly body: Body;
  readonly reply: FastifyReply;
  readonly operator: Operator;
  readonly typed: Typed | undefined;
  readonly id: string;
  /**
   * Throws if the operator’s role or session has ended since the request began. Accepts an old proof of identity, because a download can take
   * long.
   */
  readonly stillHere: () => Promise<void>;
};

export type Operator = {
  readonly session: { readonly id: string; readonly userId: string };
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly timeZone: string;
  readonly by: AuditActor;
};

export type ConsolePage = {
  readonly title: string;
  readonly main: Html;
  readonly done?: Html | string | undefined;
  readonly problem?: string | undefined;
  readonly status?: number;
};

export type Typed = Readonly<Record<string, string | undefined>>;

/** A message that only the next page shows, after a redirect. */
export type FlashMessage = {
  readonly words: string;
  readonly isProblem?: true | undefined;
  readonly typed?: Typed | undefined;
  readonly undo?:
    | { readonly to: string; readonly fields: Readonly<Record<string, string | string[]>> }
    | undefined;
};

/** A form on a person’s page in the console. It requires a fresh proof of identity. */
export type PersonAction<Body extends PersonBody = PersonBody> = {
  readonly path: string;
  readonly title: string;
  /** The right that the action requires. By default, it is the right to help people. */
  readonly action?: ConsoleAction;
  /** Set if the action is permanent. A person with an operator role must first lose the role. */
  readonly isEnd?: true;
  /** The fields of the form. Undefined if there is nothing to do for this person. `reason` is why the operator opened the page. */
  readonly form: (deps: AppDeps, id: string, reason: Reason) => Promise<Html | undefined>;
  readonly state?: (deps: AppDeps, id: string) => Promise<Html | undefined>;
  readonly body: z.ZodType<Body>;
  /**
   * Runs the action on a person whom the operator may help. It is declared as a method so that one list can hold forms with
   * different bodies.
   */
  act(deps: AppDeps, change: PersonChange<Body>): Promise<PostAnswer>;
};

export type PersonBody = { readonly reason: Reason };

export type PersonChange<Body> = ConsoleRequest<unknown, Body> & {
  readonly person: { readonly email: string; readonly name: string };
  readonly done: (words: string) => PostAnswer;
  readonly refused: (problem: string, typed?: Typed) => PostAnswer;
};

type GoTo = { readonly goTo: string; readonly flash?: FlashMessage };
export type GetAnswer = ConsolePage | GoTo | FastifyReply;
/**
 * A POST route answers with a redirect, because only GET routes record in the audit log whom an operator saw. A page in its answer
 * may show only what the request contained.
 */
export type PostAnswer = GoTo | { readonly showsNobody: ConsolePage } | FastifyReply;

type RouteOptions<Query> = {
  readonly action: ConsoleAction;
  readonly query?: z.ZodType<Query>;
  readonly proof?: true;
  /** Whether a request extends the operator’s session. Requests that pages send automatically do not. */
  readonly isUse?: boolean;
};

export type PostOptions<Query, Body> = RouteOptions<Query> & {
  readonly body?: z.ZodType<Body>;
  /** Refuses a wrong form in an open console, before the operator is asked for a fresh proof. The handler checks the form again. */
  readonly refuse?: (request: ConsoleRequest<Query, Body>) => Promise<PostAnswer | undefined>;
};

export type GetOptions<Query> = RouteOptions<Query> & {
  /**
   * The audit line that is written before the page is sent. An action that reads personal data must not use `NOBODY_IS_SHOWN`,
   * which the server refuses at its start. It uses `ONLY_A_NUMBER` instead, or `WRITTEN_BY_HANDLER` for a file.
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
