COMMENT ON SCHEMA public IS 'standard public schema';
CREATE FUNCTION search_submissions() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
        new.search_words := to_tsvector('simple', translate(left(new.name || ' ' || new.email || ' ' || new.message, 20000), '@.+_-/:<>&;~', '            '));
        return new;
      end $$;
CREATE FUNCTION search_users() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ begin
        new.search_words := to_tsvector('simple', translate(left(new.name || ' ' || new.email, 20000), '@.+_-/:<>&;~', '            '));
        return new;
      end $$;
CREATE TABLE account_changes (
    id text NOT NULL,
    user_id text NOT NULL,
    kind text NOT NULL,
    detail text NOT NULL,
    before text NOT NULL,
    token_hash text NOT NULL,
    created_at text NOT NULL,
    contested_at text,
    kept_at text,
    former_email text
);
CREATE TABLE address_changes (
    user_id text NOT NULL,
    email text NOT NULL,
    token_hash text,
    expires_at text NOT NULL
);
CREATE TABLE analytics_salts (
    day text NOT NULL,
    salt text NOT NULL
);
CREATE TABLE announcements (
    id text NOT NULL,
    text text NOT NULL,
    starts_at text NOT NULL,
    ends_at text NOT NULL
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
CREATE TABLE console_sessions (
    session_id text NOT NULL,
    user_id text NOT NULL,
    started_at text NOT NULL,
    last_used_at text NOT NULL,
    proved_at text NOT NULL,
    told text
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
CREATE TABLE notices (
    id text NOT NULL,
    notice text NOT NULL,
    version text NOT NULL,
    kind text NOT NULL,
    at text NOT NULL,
    user_id text,
    submission_id text,
    entry_id text
);
CREATE TABLE operator_notes (
    id text NOT NULL,
    submission_id text,
    user_id text,
    author_id text,
    text text NOT NULL,
    created_at text NOT NULL
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
    sent_at text,
    notice text DEFAULT ''::text NOT NULL
);
CREATE TABLE page_views (
    day text NOT NULL,
    path text NOT NULL,
    device text NOT NULL,
    views integer NOT NULL
);
CREATE TABLE passkeys (
    id text NOT NULL,
    user_id text NOT NULL,
    public_key text NOT NULL,
    counter double precision NOT NULL,
    transports text NOT NULL,
    name text NOT NULL,
    discoverable integer NOT NULL,
    backed_up integer NOT NULL,
    created_at text NOT NULL,
    last_used_at text,
    opens_console_from text
);
CREATE TABLE passwords (
    user_id text NOT NULL,
    hash text NOT NULL,
    updated_at text NOT NULL
);
CREATE TABLE payments (
    submission_id text NOT NULL,
    state text NOT NULL,
    digest text NOT NULL,
    sender text NOT NULL,
    intent text,
    begun integer DEFAULT 0 NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    asks integer DEFAULT 0 NOT NULL,
    refusal text,
    told_at text,
    created_at text NOT NULL,
    look_at text NOT NULL
);
CREATE TABLE provider_accounts (
    provider text NOT NULL,
    account_id text NOT NULL,
    user_id text NOT NULL,
    created_at text NOT NULL
);
CREATE TABLE recovery_codes (
    user_id text NOT NULL,
    code_hash text NOT NULL,
    unsaved_set text
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
CREATE TABLE rights_links (
    token_hash text NOT NULL,
    email text NOT NULL,
    expires_at text NOT NULL,
    network text DEFAULT ''::text NOT NULL
);
CREATE TABLE second_steps (
    user_id text NOT NULL,
    secret text NOT NULL,
    confirmed_at text,
    last_used_step integer NOT NULL,
    created_at text NOT NULL,
    opens_console_from text
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
    reauthenticated_at text,
    first_step_at text,
    two_steps integer DEFAULT 0 NOT NULL
);
CREATE TABLE sign_in_steps (
    token_hash text NOT NULL,
    user_id text NOT NULL,
    way text NOT NULL,
    credential text,
    remember integer NOT NULL,
    tries integer NOT NULL,
    expires_at text NOT NULL
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
    expires_at text NOT NULL,
    notice text DEFAULT ''::text NOT NULL,
    age_met integer
);
CREATE TABLE staff (
    user_id text NOT NULL,
    role text NOT NULL,
    created_at text NOT NULL,
    enrols_in text,
    time_zone text
);
CREATE TABLE staff_invitations (
    token_hash text NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    expires_at text NOT NULL,
    withdrawn_at text,
    invited_by text
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
CREATE TABLE submission_senders (
    submission_id text NOT NULL,
    address text NOT NULL
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
    created_at text NOT NULL,
    due_at text,
    reminded_at text,
    done_at text,
    read_at text,
    assigned_to text,
    search_words tsvector
);
CREATE TABLE trusted_browsers (
    id text NOT NULL,
    token_hash text NOT NULL,
    user_id text NOT NULL,
    created_at text NOT NULL,
    expires_at text NOT NULL
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
    verification_attempts integer DEFAULT 0 NOT NULL,
    closed_at text,
    closed_reason text,
    age_met integer,
    search_words tsvector
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
CREATE TABLE webauthn_challenges (
    challenge text NOT NULL,
    token_hash text NOT NULL,
    purpose text NOT NULL,
    user_id text,
    expires_at text NOT NULL
);
ALTER TABLE ONLY account_changes
    ADD CONSTRAINT account_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY account_changes
    ADD CONSTRAINT account_changes_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY address_changes
    ADD CONSTRAINT address_changes_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY address_changes
    ADD CONSTRAINT address_changes_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY analytics_salts
    ADD CONSTRAINT analytics_salts_pkey PRIMARY KEY (day);
ALTER TABLE ONLY announcements
    ADD CONSTRAINT announcements_pkey PRIMARY KEY (id);
ALTER TABLE ONLY audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (id);
ALTER TABLE ONLY audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);
ALTER TABLE ONLY console_sessions
    ADD CONSTRAINT console_sessions_pkey PRIMARY KEY (session_id);
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
ALTER TABLE ONLY notices
    ADD CONSTRAINT notices_pkey PRIMARY KEY (id);
ALTER TABLE ONLY operator_notes
    ADD CONSTRAINT operator_notes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY outbox
    ADD CONSTRAINT outbox_pkey PRIMARY KEY (id);
ALTER TABLE ONLY page_views
    ADD CONSTRAINT page_views_key PRIMARY KEY (day, path, device);
ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY passwords
    ADD CONSTRAINT passwords_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (submission_id);
ALTER TABLE ONLY provider_accounts
    ADD CONSTRAINT provider_accounts_key PRIMARY KEY (provider, account_id);
ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);
ALTER TABLE ONLY reset_links
    ADD CONSTRAINT reset_links_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY retention_clock
    ADD CONSTRAINT retention_clock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY rights_links
    ADD CONSTRAINT rights_links_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY second_steps
    ADD CONSTRAINT second_steps_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_token_hash_key UNIQUE (token_hash);
ALTER TABLE ONLY sign_in_steps
    ADD CONSTRAINT sign_in_steps_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY sign_ups
    ADD CONSTRAINT sign_ups_browser_key UNIQUE (browser);
ALTER TABLE ONLY sign_ups
    ADD CONSTRAINT sign_ups_link_hash_key UNIQUE (link_hash);
ALTER TABLE ONLY sign_ups
    ADD CONSTRAINT sign_ups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY staff_invitations
    ADD CONSTRAINT staff_invitations_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY staff
    ADD CONSTRAINT staff_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY submission_files
    ADD CONSTRAINT submission_files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY submission_senders
    ADD CONSTRAINT submission_senders_pkey PRIMARY KEY (submission_id);
ALTER TABLE ONLY submissions
    ADD CONSTRAINT submissions_idempotency UNIQUE (form, idempotency_key);
ALTER TABLE ONLY submissions
    ADD CONSTRAINT submissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY trusted_browsers
    ADD CONSTRAINT trusted_browsers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY trusted_browsers
    ADD CONSTRAINT trusted_browsers_token_hash_user_id_key UNIQUE (token_hash, user_id);
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
ALTER TABLE ONLY webauthn_challenges
    ADD CONSTRAINT webauthn_challenges_pkey PRIMARY KEY (challenge);
CREATE INDEX account_changes_age ON account_changes USING btree (created_at);
CREATE INDEX account_changes_former_email ON account_changes USING btree (former_email) WHERE (former_email IS NOT NULL);
CREATE INDEX account_changes_planned ON account_changes USING btree (created_at, user_id) WHERE ((kind = 'recovery'::text) AND (detail = 'planned'::text));
CREATE INDEX account_changes_user ON account_changes USING btree (user_id);
CREATE INDEX address_changes_expiry ON address_changes USING btree (expires_at);
CREATE INDEX audit_action ON audit USING btree (action, at) WHERE (action <> 'signed-in'::text);
CREATE INDEX audit_actor ON audit USING btree (actor, at) WHERE (actor <> subject);
CREATE INDEX audit_deletions ON audit USING btree (actor, at) WHERE (action = ANY (ARRAY['submission-deleted'::text, 'account-deleted'::text]));
CREATE INDEX audit_newest ON audit USING btree (at);
CREATE UNIQUE INDEX audit_seq ON audit USING btree (seq);
CREATE INDEX audit_subject ON audit USING btree (subject, at);
CREATE INDEX console_sessions_user ON console_sessions USING btree (user_id);
CREATE INDEX devices_expiry ON devices USING btree (expires_at);
CREATE INDEX devices_user ON devices USING btree (user_id, expires_at);
CREATE INDEX launch_list_links_entry ON launch_list_links USING btree (entry_id);
CREATE INDEX launch_list_told ON launch_list USING btree (told_at);
CREATE INDEX launch_list_waiting ON launch_list USING btree (confirmed_at, asked_at);
CREATE INDEX notices_entry ON notices USING btree (entry_id);
CREATE INDEX notices_submission ON notices USING btree (submission_id);
CREATE INDEX notices_user ON notices USING btree (user_id);
CREATE INDEX operator_notes_author ON operator_notes USING btree (author_id);
CREATE INDEX operator_notes_submission ON operator_notes USING btree (submission_id);
CREATE INDEX operator_notes_user ON operator_notes USING btree (user_id);
CREATE INDEX outbox_due ON outbox USING btree (state, next_attempt_at);
CREATE INDEX outbox_listed ON outbox USING btree (state, created_at) WHERE (state <> 'requested'::text);
CREATE INDEX outbox_network ON outbox USING btree (created_at) WHERE (network <> ''::text);
CREATE INDEX outbox_newest ON outbox USING btree (created_at);
CREATE INDEX outbox_recipient ON outbox USING btree (recipient, state, kind, network, created_at);
CREATE INDEX outbox_requested ON outbox USING btree (kind, next_attempt_at) WHERE (state = 'requested'::text);
CREATE INDEX outbox_soon ON outbox USING btree (state, next_attempt_at) WHERE ((state = 'waiting'::text) AND (kind <> ALL (ARRAY['launch-mail'::text, 'operator-notice'::text])));
CREATE INDEX outbox_user ON outbox USING btree (user_id);
CREATE INDEX passkeys_user ON passkeys USING btree (user_id);
CREATE INDEX payments_created ON payments USING btree (created_at);
CREATE INDEX payments_digest ON payments USING btree (digest);
CREATE INDEX payments_look ON payments USING btree (look_at);
CREATE INDEX payments_sender ON payments USING btree (sender);
CREATE INDEX provider_accounts_user ON provider_accounts USING btree (user_id);
CREATE INDEX reset_links_expiry ON reset_links USING btree (expires_at);
CREATE INDEX reset_links_user ON reset_links USING btree (user_id);
CREATE INDEX rights_links_email ON rights_links USING btree (email);
CREATE INDEX rights_links_expiry ON rights_links USING btree (expires_at);
CREATE INDEX search_submissions ON submissions USING gin (search_words);
CREATE INDEX search_submissions_unfilled ON submissions USING btree (id) WHERE (search_words IS NULL);
CREATE INDEX search_users ON users USING gin (search_words);
CREATE INDEX search_users_unfilled ON users USING btree (id) WHERE (search_words IS NULL);
CREATE INDEX sessions_expiry ON sessions USING btree (expires_at);
CREATE INDEX sessions_user ON sessions USING btree (user_id);
CREATE INDEX sign_in_steps_expiry ON sign_in_steps USING btree (expires_at);
CREATE INDEX sign_in_steps_user ON sign_in_steps USING btree (user_id);
CREATE INDEX sign_ups_expiry ON sign_ups USING btree (expires_at);
CREATE INDEX sign_ups_password ON sign_ups USING btree (email, password_hash, created_at);
CREATE INDEX staff_invitations_email ON staff_invitations USING btree (email);
CREATE INDEX staff_invitations_expiry ON staff_invitations USING btree (expires_at);
CREATE INDEX submission_files_submission ON submission_files USING btree (submission_id);
CREATE INDEX submission_senders_address ON submission_senders USING btree (address);
CREATE INDEX submissions_assigned ON submissions USING btree (assigned_to, created_at) WHERE (assigned_to IS NOT NULL);
CREATE INDEX submissions_digest ON submissions USING btree (digest, created_at);
CREATE INDEX submissions_done ON submissions USING btree (created_at, id, form) WHERE ((state = 'received'::text) AND (done_at IS NOT NULL));
CREATE INDEX submissions_due ON submissions USING btree (due_at) WHERE ((due_at IS NOT NULL) AND (reminded_at IS NULL));
CREATE INDEX submissions_form ON submissions USING btree (form, created_at, id, state, done_at, read_at);
CREATE INDEX submissions_newest ON submissions USING btree (created_at);
CREATE INDEX submissions_open ON submissions USING btree (created_at, id, form) WHERE ((state = 'received'::text) AND (done_at IS NULL));
CREATE INDEX submissions_requests ON submissions USING btree (due_at) WHERE ((state = 'received'::text) AND (done_at IS NULL) AND (due_at IS NOT NULL));
CREATE INDEX submissions_sender ON submissions USING btree (lower(email));
CREATE INDEX submissions_unread ON submissions USING btree (created_at, id, form) WHERE ((state = 'received'::text) AND (done_at IS NULL) AND (read_at IS NULL));
CREATE INDEX submissions_user ON submissions USING btree (user_id, created_at);
CREATE INDEX submissions_waiting ON submissions USING btree (state, created_at) WHERE (state <> 'received'::text);
CREATE INDEX trusted_browsers_expiry ON trusted_browsers USING btree (expires_at);
CREATE INDEX trusted_browsers_user ON trusted_browsers USING btree (user_id);
CREATE INDEX users_created ON users USING btree (created_at);
CREATE INDEX webauthn_challenges_expiry ON webauthn_challenges USING btree (expires_at);
CREATE INDEX webauthn_challenges_user ON webauthn_challenges USING btree (user_id);
CREATE TRIGGER search_submissions BEFORE INSERT OR UPDATE OF name, email, message ON submissions FOR EACH ROW EXECUTE FUNCTION search_submissions();
CREATE TRIGGER search_users BEFORE INSERT OR UPDATE OF name, email ON users FOR EACH ROW EXECUTE FUNCTION search_users();
ALTER TABLE ONLY account_changes
    ADD CONSTRAINT account_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY address_changes
    ADD CONSTRAINT address_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY console_sessions
    ADD CONSTRAINT console_sessions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY console_sessions
    ADD CONSTRAINT console_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY devices
    ADD CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY launch_list_links
    ADD CONSTRAINT launch_list_links_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES launch_list(id) ON DELETE CASCADE;
ALTER TABLE ONLY notices
    ADD CONSTRAINT notices_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES launch_list(id) ON DELETE CASCADE;
ALTER TABLE ONLY notices
    ADD CONSTRAINT notices_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY notices
    ADD CONSTRAINT notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY operator_notes
    ADD CONSTRAINT operator_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE ONLY operator_notes
    ADD CONSTRAINT operator_notes_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY operator_notes
    ADD CONSTRAINT operator_notes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY passwords
    ADD CONSTRAINT passwords_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY provider_accounts
    ADD CONSTRAINT provider_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY reset_links
    ADD CONSTRAINT reset_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY second_steps
    ADD CONSTRAINT second_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY sign_in_steps
    ADD CONSTRAINT sign_in_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY staff
    ADD CONSTRAINT staff_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY submission_files
    ADD CONSTRAINT submission_files_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY submission_senders
    ADD CONSTRAINT submission_senders_submission_id_fkey FOREIGN KEY (submission_id) REFERENCES submissions(id) ON DELETE CASCADE;
ALTER TABLE ONLY submissions
    ADD CONSTRAINT submissions_assigned_to_fkey FOREIGN KEY (assigned_to) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE ONLY submissions
    ADD CONSTRAINT submissions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY trusted_browsers
    ADD CONSTRAINT trusted_browsers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY webauthn_challenges
    ADD CONSTRAINT webauthn_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
