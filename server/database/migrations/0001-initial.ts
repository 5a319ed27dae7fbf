import { type Kysely, SqliteAdapter, sql } from 'kysely';

/** All tables and indexes of version 1.0.0, with the same statements on SQLite and PostgreSQL. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite stores these tables in the order of their keys, without a separate index.
  const byKey = db.getExecutor().adapter instanceof SqliteAdapter ? 'without rowid' : '';
  for (const statement of [...TABLES, ...KEYED_TABLES.map((table) => `${table} ${byKey}`), ...INDEXES]) {
    await sql.raw(statement).execute(db);
  }
}

const TABLES = [
  `create table users (
    id text primary key,
    name text not null,
    email text not null unique,
    created_at text not null,
    updated_at text not null,
    gender text default '' not null,
    dob text default '' not null,
    about text default '' not null,
    last_login text,
    login_count integer default 0 not null,
    verification_sent_at text,
    verification_attempts integer default 0 not null
  )`,
  `create table passwords (
    user_id text primary key references users (id) on delete cascade,
    hash text not null,
    updated_at text not null
  )`,
  `create table provider_accounts (
    provider text not null,
    account_id text not null,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    constraint provider_accounts_key primary key (provider, account_id)
  )`,
  `create table sign_ups (
    id text primary key,
    email text not null,
    password_hash text not null,
    name text not null,
    gender text not null,
    dob text not null,
    about text not null,
    browser text not null unique,
    browser_expires_at text not null,
    attempts integer not null,
    sent_at text not null,
    link_hash text unique,
    link_expires_at text,
    taken integer not null,
    confirmed_at text,
    created_at text not null,
    updated_at text not null,
    expires_at text not null
  )`,
  `create table sessions (
    id text primary key,
    token_hash text not null unique,
    user_id text not null references users (id) on delete cascade,
    remembered integer not null,
    browser text not null,
    created_at text not null,
    last_used_at text not null,
    expires_at text not null,
    proved_at text,
    reauthenticated_at text
  )`,
  `create table devices (
    id text primary key,
    token_hash text not null,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    expires_at text not null,
    constraint devices_browser unique (token_hash, user_id)
  )`,
  `create table jwks (
    id text primary key,
    private_key text not null,
    created_at text not null,
    expires_at text not null
  )`,
  `create table reset_links (
    token_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    expires_at text not null,
    created_at text not null
  )`,
  `create table outbox (
    id text primary key,
    user_id text,
    kind text not null,
    recipient text not null,
    reply_to text,
    subject text not null,
    text_body text not null,
    html_body text not null,
    state text not null,
    network text default '' not null,
    attempts integer default 0 not null,
    next_attempt_at text not null,
    leased_until text,
    last_error text,
    link_expires_at text,
    leave_link text,
    created_at text not null,
    sent_at text
  )`,
  `create table submissions (
    id text primary key,
    form text not null,
    state text not null,
    user_id text references users (id) on delete cascade,
    name text not null,
    email text not null,
    message text not null,
    fields text not null,
    idempotency_key text,
    digest text not null,
    payment_intent text,
    amount integer,
    currency text,
    created_at text not null,
    constraint submissions_idempotency unique (form, idempotency_key)
  )`,
  `create table submission_files (
    id text primary key,
    submission_id text not null references submissions (id) on delete cascade,
    field text not null,
    name text not null,
    type text not null,
    size integer not null,
    content text not null
  )`,
  `create table launch_list (
    id text primary key,
    email text not null unique,
    asked_at text not null,
    confirmed_at text,
    told_at text
  )`,
  `create table launch_list_links (
    token_hash text primary key,
    entry_id text not null references launch_list (id) on delete cascade
  )`,
  `create table audit (
    id text primary key,
    at text not null,
    action text not null,
    detail text not null,
    actor text not null,
    subject text not null,
    session text not null,
    seq integer,
    link text not null
  )`,
  `create table audit_head (
    id text primary key,
    seq integer not null,
    link text not null,
    first_seq integer not null,
    before_first text not null,
    seal text not null
  )`,
  `create table retention_clock (
    id text primary key,
    at text not null
  )`,
];

const KEYED_TABLES = [
  `create table analytics_salts (
    day text primary key,
    salt text not null
  )`,
  `create table page_views (
    day text not null,
    path text not null,
    device text not null,
    views integer not null,
    constraint page_views_key primary key (day, path, device)
  )`,
  `create table visitor_sketches (
    day text not null,
    path text not null,
    sketch text not null,
    constraint visitor_sketches_key primary key (day, path)
  )`,
  `create table vitals (
    day text not null,
    path text not null,
    device text not null,
    metric text not null,
    histogram text not null,
    constraint vitals_key primary key (day, path, device, metric)
  )`,
  `create table visit_details (
    day text not null,
    kind text not null,
    name text not null,
    views integer not null,
    constraint visit_details_key primary key (day, kind, name)
  )`,
];

const INDEXES = [
  'create index provider_accounts_user on provider_accounts (user_id)',
  'create index sign_ups_password on sign_ups (email, password_hash, created_at)',
  'create index sign_ups_expiry on sign_ups (expires_at)',
  'create index sessions_user on sessions (user_id)',
  'create index sessions_expiry on sessions (expires_at)',
  'create index devices_user on devices (user_id, expires_at)',
  'create index devices_expiry on devices (expires_at)',
  'create index reset_links_user on reset_links (user_id)',
  'create index reset_links_expiry on reset_links (expires_at)',
  'create index outbox_due on outbox (state, next_attempt_at)',
  'create index outbox_newest on outbox (created_at)',
  'create index outbox_user on outbox (user_id)',
  "create index outbox_requested on outbox (kind, next_attempt_at) where state = 'requested'",
  'create index outbox_recipient on outbox (recipient, state, kind, network, created_at)',
  "create index outbox_network on outbox (created_at) where network <> ''",
  'create index submissions_user on submissions (user_id, created_at)',
  'create index submissions_digest on submissions (digest, created_at)',
  "create index submissions_waiting on submissions (state, created_at) where state <> 'received'",
  'create index submissions_sender on submissions (lower(email))',
  'create index submissions_newest on submissions (created_at)',
  'create index submission_files_submission on submission_files (submission_id)',
  'create index launch_list_waiting on launch_list (confirmed_at, asked_at)',
  'create index launch_list_told on launch_list (told_at)',
  'create index launch_list_links_entry on launch_list_links (entry_id)',
  // With this index, the database also finds the audit lines that have no number yet.
  'create unique index audit_seq on audit (seq)',
  'create index audit_subject on audit (subject, at)',
];
