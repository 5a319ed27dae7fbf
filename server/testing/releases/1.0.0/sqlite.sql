CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
CREATE TABLE users (
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
  );
CREATE TABLE passwords (
    user_id text primary key references users (id) on delete cascade,
    hash text not null,
    updated_at text not null
  );
CREATE TABLE provider_accounts (
    provider text not null,
    account_id text not null,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    constraint provider_accounts_key primary key (provider, account_id)
  );
CREATE TABLE sign_ups (
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
  );
CREATE TABLE sessions (
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
  );
CREATE TABLE devices (
    id text primary key,
    token_hash text not null,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    expires_at text not null,
    constraint devices_browser unique (token_hash, user_id)
  );
CREATE TABLE jwks (
    id text primary key,
    private_key text not null,
    created_at text not null,
    expires_at text not null
  );
CREATE TABLE reset_links (
    token_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    expires_at text not null,
    created_at text not null
  );
CREATE TABLE outbox (
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
  );
CREATE TABLE submissions (
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
  );
CREATE TABLE submission_files (
    id text primary key,
    submission_id text not null references submissions (id) on delete cascade,
    field text not null,
    name text not null,
    type text not null,
    size integer not null,
    content text not null
  );
CREATE TABLE launch_list (
    id text primary key,
    email text not null unique,
    asked_at text not null,
    confirmed_at text,
    told_at text
  );
CREATE TABLE launch_list_links (
    token_hash text primary key,
    entry_id text not null references launch_list (id) on delete cascade
  );
CREATE TABLE audit (
    id text primary key,
    at text not null,
    action text not null,
    detail text not null,
    actor text not null,
    subject text not null,
    session text not null,
    seq integer,
    link text not null
  );
CREATE TABLE audit_head (
    id text primary key,
    seq integer not null,
    link text not null,
    first_seq integer not null,
    before_first text not null,
    seal text not null
  );
CREATE TABLE retention_clock (
    id text primary key,
    at text not null
  );
CREATE TABLE analytics_salts (
    day text primary key,
    salt text not null
  ) without rowid;
CREATE TABLE page_views (
    day text not null,
    path text not null,
    device text not null,
    views integer not null,
    constraint page_views_key primary key (day, path, device)
  ) without rowid;
CREATE TABLE visitor_sketches (
    day text not null,
    path text not null,
    sketch text not null,
    constraint visitor_sketches_key primary key (day, path)
  ) without rowid;
CREATE TABLE vitals (
    day text not null,
    path text not null,
    device text not null,
    metric text not null,
    histogram text not null,
    constraint vitals_key primary key (day, path, device, metric)
  ) without rowid;
CREATE TABLE visit_details (
    day text not null,
    kind text not null,
    name text not null,
    views integer not null,
    constraint visit_details_key primary key (day, kind, name)
  ) without rowid;
CREATE INDEX provider_accounts_user on provider_accounts (user_id);
CREATE INDEX sign_ups_password on sign_ups (email, password_hash, created_at);
CREATE INDEX sign_ups_expiry on sign_ups (expires_at);
CREATE INDEX sessions_user on sessions (user_id);
CREATE INDEX sessions_expiry on sessions (expires_at);
CREATE INDEX devices_user on devices (user_id, expires_at);
CREATE INDEX devices_expiry on devices (expires_at);
CREATE INDEX reset_links_user on reset_links (user_id);
CREATE INDEX reset_links_expiry on reset_links (expires_at);
CREATE INDEX outbox_due on outbox (state, next_attempt_at);
CREATE INDEX outbox_newest on outbox (created_at);
CREATE INDEX outbox_user on outbox (user_id);
CREATE INDEX outbox_requested on outbox (kind, next_attempt_at) where state = 'requested';
CREATE INDEX outbox_recipient on outbox (recipient, state, kind, network, created_at);
CREATE INDEX outbox_network on outbox (created_at) where network <> '';
CREATE INDEX submissions_user on submissions (user_id, created_at);
CREATE INDEX submissions_digest on submissions (digest, created_at);
CREATE INDEX submissions_waiting on submissions (state, created_at) where state <> 'received';
CREATE INDEX submissions_sender on submissions (lower(email));
CREATE INDEX submissions_newest on submissions (created_at);
CREATE INDEX submission_files_submission on submission_files (submission_id);
CREATE INDEX launch_list_waiting on launch_list (confirmed_at, asked_at);
CREATE INDEX launch_list_told on launch_list (told_at);
CREATE INDEX launch_list_links_entry on launch_list_links (entry_id);
CREATE UNIQUE INDEX audit_seq on audit (seq);
CREATE INDEX audit_subject on audit (subject, at);
