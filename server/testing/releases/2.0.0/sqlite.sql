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
  , closed_at text, closed_reason text, age_met integer);
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
  , notice text not null default '', age_met integer);
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
  , first_step_at text, two_steps integer not null default 0);
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
  , notice text not null default '');
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
    created_at text not null, due_at text, reminded_at text, done_at text, read_at text, assigned_to text references users (id) on delete set null,
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
CREATE TABLE passkeys (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    public_key text not null,
    counter double precision not null,
    transports text not null,
    name text not null,
    discoverable integer not null,
    backed_up integer not null,
    created_at text not null,
    last_used_at text
  , opens_console_from text);
CREATE TABLE webauthn_challenges (
    challenge text primary key,
    token_hash text not null,
    purpose text not null,
    user_id text references users (id) on delete cascade,
    expires_at text not null
  );
CREATE TABLE second_steps (
    user_id text primary key references users (id) on delete cascade,
    secret text not null,
    confirmed_at text,
    last_used_step integer not null,
    created_at text not null
  , opens_console_from text);
CREATE TABLE recovery_codes (
    user_id text not null references users (id) on delete cascade,
    code_hash text not null, unsaved_set text,
    primary key (user_id, code_hash)
  );
CREATE TABLE trusted_browsers (
    id text primary key,
    token_hash text not null,
    user_id text not null references users (id) on delete cascade,
    created_at text not null,
    expires_at text not null,
    unique (token_hash, user_id)
  );
CREATE TABLE sign_in_steps (
    token_hash text primary key,
    user_id text not null references users (id) on delete cascade,
    way text not null,
    credential text,
    remember integer not null,
    tries integer not null,
    expires_at text not null
  );
CREATE TABLE account_changes (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    kind text not null,
    detail text not null,
    before text not null,
    token_hash text not null unique,
    created_at text not null,
    contested_at text,
    kept_at text
  , former_email text);
CREATE TABLE address_changes (
    user_id text primary key references users (id) on delete cascade,
    email text not null,
    token_hash text unique,
    expires_at text not null
  );
CREATE TABLE notices (
    id text primary key,
    notice text not null,
    version text not null,
    kind text not null,
    at text not null,
    user_id text references users (id) on delete cascade,
    submission_id text references submissions (id) on delete cascade,
    entry_id text references launch_list (id) on delete cascade
  );
CREATE TABLE rights_links (
    token_hash text primary key,
    email text not null,
    expires_at text not null
  , network text not null default '');
CREATE TABLE staff (
    user_id text primary key references users (id) on delete cascade,
    role text not null,
    created_at text not null
  , enrols_in text, time_zone text);
CREATE TABLE staff_invitations (
    token_hash text primary key,
    email text not null,
    role text not null,
    expires_at text not null,
    withdrawn_at text
  , invited_by text);
CREATE TABLE console_sessions (
    session_id text primary key references sessions (id) on delete cascade,
    user_id text not null references users (id) on delete cascade,
    started_at text not null,
    last_used_at text not null,
    proved_at text not null,
    told text
  );
CREATE TABLE operator_notes (
    id text primary key,
    submission_id text references submissions (id) on delete cascade,
    user_id text references users (id) on delete cascade,
    author_id text references users (id) on delete set null,
    text text not null,
    created_at text not null
  );
CREATE TABLE announcements (
    id text primary key,
    text text not null,
    starts_at text not null,
    ends_at text not null
  );
CREATE TABLE search_submissions_ids (number integer primary key, id text not null unique);
CREATE TABLE search_users_ids (number integer primary key, id text not null unique);
CREATE TABLE payments (
    submission_id text primary key,
    state text not null,
    digest text not null,
    sender text not null,
    intent text,
    begun integer default 0 not null,
    tries integer default 0 not null,
    asks integer default 0 not null,
    refusal text,
    told_at text,
    created_at text not null,
    look_at text not null
  );
CREATE TABLE submission_senders (
    submission_id text primary key references submissions (id) on delete cascade,
    address text not null
  );
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
CREATE INDEX passkeys_user on passkeys (user_id);
CREATE INDEX webauthn_challenges_user on webauthn_challenges (user_id);
CREATE INDEX webauthn_challenges_expiry on webauthn_challenges (expires_at);
CREATE INDEX trusted_browsers_user on trusted_browsers (user_id);
CREATE INDEX trusted_browsers_expiry on trusted_browsers (expires_at);
CREATE INDEX sign_in_steps_user on sign_in_steps (user_id);
CREATE INDEX sign_in_steps_expiry on sign_in_steps (expires_at);
CREATE INDEX account_changes_user on account_changes (user_id);
CREATE INDEX account_changes_age on account_changes (created_at);
CREATE INDEX address_changes_expiry on address_changes (expires_at);
CREATE INDEX notices_user on notices (user_id);
CREATE INDEX notices_submission on notices (submission_id);
CREATE INDEX notices_entry on notices (entry_id);
CREATE INDEX rights_links_email on rights_links (email);
CREATE INDEX rights_links_expiry on rights_links (expires_at);
CREATE INDEX staff_invitations_expiry on staff_invitations (expires_at);
CREATE INDEX staff_invitations_email on staff_invitations (email);
CREATE INDEX console_sessions_user on console_sessions (user_id);
CREATE INDEX operator_notes_submission on operator_notes (submission_id);
CREATE INDEX operator_notes_user on operator_notes (user_id);
CREATE INDEX operator_notes_author on operator_notes (author_id);
CREATE INDEX account_changes_planned on account_changes (created_at, user_id)
    where kind = 'recovery' and detail = 'planned';
CREATE INDEX account_changes_former_email on account_changes (former_email)
    where former_email is not null;
CREATE INDEX payments_look on payments (look_at);
CREATE INDEX payments_digest on payments (digest);
CREATE INDEX payments_sender on payments (sender);
CREATE INDEX payments_created on payments (created_at);
CREATE INDEX submission_senders_address on submission_senders (address);
CREATE INDEX "submissions_due" on "submissions" (due_at) where due_at is not null and reminded_at is null;
CREATE INDEX "submissions_assigned" on "submissions" (assigned_to, created_at) where assigned_to is not null;
CREATE INDEX "submissions_open" on "submissions" (created_at, id, form) where state = 'received' and done_at is null;
CREATE INDEX "submissions_unread" on "submissions" (created_at, id, form) where state = 'received' and done_at is null and read_at is null;
CREATE INDEX "submissions_done" on "submissions" (created_at, id, form) where state = 'received' and done_at is not null;
CREATE INDEX "submissions_requests" on "submissions" (due_at) where state = 'received' and done_at is null and due_at is not null;
CREATE INDEX "submissions_form" on "submissions" (form, created_at, id, state, done_at, read_at);
CREATE INDEX "users_created" on "users" (created_at);
CREATE INDEX "outbox_listed" on "outbox" (state, created_at) where state <> 'requested';
CREATE INDEX "outbox_soon" on "outbox" (state, next_attempt_at) where state = 'waiting' and kind not in ('launch-mail', 'operator-notice');
CREATE INDEX "audit_newest" on "audit" (at);
CREATE INDEX "audit_action" on "audit" (action, at) where action <> 'signed-in';
CREATE INDEX "audit_actor" on "audit" (actor, at) where actor <> subject;
CREATE INDEX "audit_deletions" on "audit" (actor, at) where action in ('submission-deleted', 'account-deleted');
CREATE VIRTUAL TABLE search_submissions using fts5 (name, email, message, content='',
      tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");
CREATE TRIGGER search_submissions_insert after insert on submissions begin
      insert into search_submissions_ids (id) values (new.id);
      insert into search_submissions (rowid, name, email, message)
      select number, new.name, new.email, new.message from search_submissions_ids where id = new.id;
    end;
CREATE TRIGGER search_submissions_update after update of name, email, message on submissions begin
      insert into search_submissions (search_submissions, rowid, name, email, message)
      select 'delete', number, old.name, old.email, old.message from search_submissions_ids where id = old.id;
      insert into search_submissions (rowid, name, email, message)
      select number, new.name, new.email, new.message from search_submissions_ids where id = new.id;
    end;
CREATE TRIGGER search_submissions_delete before delete on submissions begin
      insert into search_submissions (search_submissions, rowid, name, email, message)
      select 'delete', number, old.name, old.email, old.message from search_submissions_ids where id = old.id;
      delete from search_submissions_ids where id = old.id;
    end;
CREATE VIRTUAL TABLE search_users using fts5 (name, email, content='',
      tokenize="unicode61 remove_diacritics 2 categories 'L* N* Co Mn Mc'");
CREATE TRIGGER search_users_insert after insert on users begin
      insert into search_users_ids (id) values (new.id);
      insert into search_users (rowid, name, email)
      select number, new.name, new.email from search_users_ids where id = new.id;
    end;
CREATE TRIGGER search_users_update after update of name, email on users begin
      insert into search_users (search_users, rowid, name, email)
      select 'delete', number, old.name, old.email from search_users_ids where id = old.id;
      insert into search_users (rowid, name, email)
      select number, new.name, new.email from search_users_ids where id = new.id;
    end;
CREATE TRIGGER search_users_delete before delete on users begin
      insert into search_users (search_users, rowid, name, email)
      select 'delete', number, old.name, old.email from search_users_ids where id = old.id;
      delete from search_users_ids where id = old.id;
    end;
insert into search_submissions (search_submissions, rank) values ('secure-delete', 1);
insert into search_users (search_users, rank) values ('secure-delete', 1);
