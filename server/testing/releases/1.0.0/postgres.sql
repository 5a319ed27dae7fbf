CREATE TABLE analytics_salts (
    day text NOT NULL,
    salt text NOT NULL
);
CREATE TABLE audit (
    id text NOT NULL,
    at text NOT NULL,
    action text NOT NULL,
    detail text NOT NULL,
    actor text NOT NULL,
    subject text NOT NULL,
    session text NOT NULL,
    seq integer,
    link text NOT NULL
);
CREATE TABLE audit_head (
    id text NOT NULL,
    seq integer NOT NULL,
    link text NOT NULL,
    first_seq integer NOT NULL,
    before_first text NOT NULL,
    seal text NOT NULL
);
CREATE TABLE devices (
    id text NOT NULL,
    token_hash text NOT NULL,
    user_id text NOT NULL,
    created_at text NOT NULL,
    expires_at text NOT NULL
);
CREATE TABLE jwks (
    id text NOT NULL,
    private_key text NOT NULL,
    created_at text NOT NULL,
    expires_at text NOT NULL
);
CREATE TABLE kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE launch_list (
    id text NOT NULL,
    email text NOT NULL,
    asked_at text NOT NULL,
    confirmed_at text,
    told_at text
);
CREATE TABLE launch_list_links (
    token_hash text NOT NULL,
    entry_id text NOT NULL
);
CREATE TABLE outbox (
    id text NOT NULL,
    user_id text,
    kind text NOT NULL,
    recipient text NOT NULL,
    reply_to text,
    subject text NOT NULL,
    text_body text NOT NULL,
    html_body text NOT NULL,
    state text NOT NULL,
    network text DEFAULT ''::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    next_attempt_at text NOT NULL,
    leased_until text,
    last_error text,
    link_expires_at text,
    leave_link text,
    created_at text NOT NULL,
    sent_at text
);
CREATE TABLE page_views (
    day text NOT NULL,
    path text NOT NULL,
    device text NOT NULL,
    views integer NOT NULL
);
CREATE TABLE passwords (
    user_id text NOT NULL,
    hash text NOT NULL,
    updated_at text NOT NULL
);
CREATE TABLE provider_accounts (
    provider text NOT NULL,
    account_id text NOT NULL,
    user_id text NOT NULL,
    created_at text NOT NULL
);
CREATE TABLE reset_links (
    token_hash text NOT NULL,
    user_id text NOT NULL,
    expires_at text NOT NULL,
    created_at text NOT NULL
);
CREATE TABLE retention_clock (
    id text NOT NULL,
    at text NOT NULL
);
CREATE TABLE sessions (
    id text NOT NULL,
    token_hash text NOT NULL,
    user_id text NOT NULL,
    remembered integer NOT NULL,
    browser text NOT NULL,
    created_at text NOT NULL,
    last_used_at text NOT NULL,
    expires_at text NOT NULL,
    proved_at text,
    reauthenticated_at text
);
CREATE TABLE sign_ups (
    id text NOT NULL,
    email text NOT NULL,
    password_hash text NOT NULL,
    name text NOT NULL,
    gender text NOT NULL,
    dob text NOT NULL,
    about text NOT NULL,
    browser text NOT NULL,
    browser_expires_at text NOT NULL,
    attempts integer NOT NULL,
    sent_at text NOT NULL,
    link_hash text,
    link_expires_at text,
    taken integer NOT NULL,
    confirmed_at text,
    created_at text NOT NULL,
    updated_at text NOT NULL,
    expires_at text NOT NULL
);
CREATE TABLE submission_files (
    id text NOT NULL,
    submission_id text NOT NULL,
    field text NOT NULL,
    name text NOT NULL,
    type text NOT NULL,
    size integer NOT NULL,
    content text NOT NULL
);
CREATE TABLE submissions (
    id text NOT NULL,
    form text NOT NULL,
    state text NOT NULL,
    user_id text,
    name text NOT NULL,
    email text NOT NULL,
    message text NOT NULL,
    fields text NOT NULL,
    idempotency_key text,
    digest text NOT NULL,
    payment_intent text,
    amount integer,
    currency text,
    created_at text NOT NULL
);
CREATE TABLE users (
    id text NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    created_at text NOT NULL,
    updated_at text NOT NULL,
    gender text DEFAULT ''::text NOT NULL,
    dob text DEFAULT ''::text NOT NULL,
    about text DEFAULT ''::text NOT NULL,
    last_login text,
    login_count integer DEFAULT 0 NOT NULL,
    verification_sent_at text,
    verification_attempts integer DEFAULT 0 NOT NULL
);
CREATE TABLE visit_details (
    day text NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    views integer NOT NULL
);
CREATE TABLE visitor_sketches (
    day text NOT NULL,
    path text NOT NULL,
    sketch text NOT NULL
);
CREATE TABLE vitals (
    day text NOT NULL,
    path text NOT NULL,
    device text NOT NULL,
    metric text NOT NULL,
    histogram text NOT NULL
);
ALTER TABLE ONLY analytics_salts
    ADD CONSTRAINT analytics_salts_pkey PRIMARY KEY (day);
ALTER TABLE ONLY audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (id);
ALTER TABLE ONLY audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY devices
    ADD CONSTRAINT devices_browser UNIQUE (token_hash, user_id);
ALTER TABLE ONLY devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (id);
ALTER TABLE ONLY jwks
    ADD CONSTRAINT jwks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY launch_list
    ADD CONSTRAINT launch_list_email_key UNIQUE (email);
ALTER TABLE ONLY launch_list_links
    ADD CONSTRAINT launch_list_links_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY launch_list
    ADD CONSTRAINT launch_list_pkey PRIMARY KEY (id);
ALTER TABLE ONLY outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY page_views
    ADD CONSTRAINT page_views_key PRIMARY KEY (day, path, device);
ALTER TABLE ONLY passwords
    ADD CONSTRAINT passwords_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY provider_accounts
    ADD CONSTRAINT provider_accounts_key PRIMARY KEY (provider, account_id);
ALTER TABLE ONLY reset_links
    ADD CONSTRAINT reset_links_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY retention_clock
    ADD CONSTRAINT retention_clock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY sign_ups
    ADD CONSTRAINT sign_ups_browser_key UNIQUE (browser);
ALTER TABLE ONLY sign_ups
    ADD CONSTRAINT sign_ups_link_hash_key UNIQUE (link_hash);
ALTER TABLE ONLY sign_ups
    ADD CONSTRAINT sign_ups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY submission_files
    ADD CONSTRAINT submission_files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY submissions
    ADD CONSTRAINT submissions_idempotency UNIQUE (form, idempotency_key);
ALTER TABLE ONLY submissions
    ADD CONSTRAINT submissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY users
    ADD CONSTRAINT users_email_key UNIQUE (email);
ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY visit_details
    ADD CONSTRAINT visit_details_key PRIMARY KEY (day, kind, name);
ALTER TABLE ONLY visitor_sketches
    ADD CONSTRAINT visitor_sketches_key PRIMARY KEY (day, path);
ALTER TABLE ONLY vitals
    ADD CONSTRAINT vitals_key PRIMARY KEY (day, path, device, metric);
CREATE UNIQUE INDEX audit_seq ON audit USING btree (seq);
CREATE INDEX audit_subject ON audit USING btree (subject, at);
CREATE INDEX devices_expiry ON devices USING btree (expires_at);
CREATE INDEX devices_user ON devices USING btree (user_id, expires_at);
CREATE INDEX launch_list_links_entry ON launch_list_links USING btree (entry_id);
CREATE INDEX launch_list_told ON launch_list USING btree (told_at);
CREATE INDEX launch_list_waiting ON launch_list USING btree (confirmed_at, asked_at);
CREATE INDEX outbox_due ON outbox USING btree (state, next_attempt_at);
CREATE INDEX outbox_network ON outbox USING btree (created_at) WHERE (network <> ''::text);
CREATE INDEX outbox_newest ON outbox USING btree (created_at);
CREATE INDEX outbox_recipient ON outbox USING btree (recipient, state, kind, network, created_at);
CREATE INDEX outbox_requested ON outbox USING btree (kind, next_attempt_at) WHERE (state = 'requested'::text);
CREATE INDEX outbox_user ON outbox USING btree (user_id);
CREATE INDEX provider_accounts_user ON provider_accounts USING btree (user_id);
CREATE INDEX reset_links_expiry ON reset_links USING btree (expires_at);
CREATE INDEX reset_links_user ON reset_links USING btree (user_id);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);
CREATE INDEX sign_ups_expiry ON sign_ups USING btree (expires_at);
CREATE INDEX sign_ups_password ON sign_ups USING btree (email, password_hash, created_at);
CREATE INDEX submission_files_submission ON submission_files USING btree (submission_id);
CREATE INDEX submissions_digest ON submissions USING btree (digest, created_at);
CREATE INDEX submissions_newest ON submissions USING btree (created_at);
CREATE INDEX submissions_sender ON submissions USING btree (lower(email));
CREATE INDEX submissions_user ON submissions USING btree (user_id, created_at);
CREATE INDEX submissions_waiting ON submissions USING btree (state, created_at) WHERE (state <> 'received'::text);
ALTER TABLE ONLY devices
    ADD CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY launch_list_links
    ADD CONSTRAINT launch_list_links_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES launch_list(id) ON DELETE CASCADE;
ALTER TABLE ONLY passwords
    ADD CONSTRAINT passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY provider_accounts
    ADD CONSTRAINT provider_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY reset_links
    ADD CONSTRAINT reset_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY submission_files
    ADD CONSTRAINT submission_files_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY submissions
    ADD CONSTRAINT submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
