// Made from docs/openapi.yaml by `npm run build:client`.
export interface paths {
    "/identity/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Returns the keys of the domain in order of creation. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates a key for a user of a domain. Only this response contains the complete key. A session must have signed in within the last ten minutes; otherwise the response is 401 `ERROR_SIGN_IN_AGAIN`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/api-key/{api_key_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Enable an API key
         * @description Enables a disabled key, on every process within a second.
         */
        put: operations["enableApiKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/api-key/{api_key_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Disable an API key
         * @description Disables a key, on every process within a second, until it is enabled again.
         */
        put: operations["disableApiKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/api-key/{api_key_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rotate an API key
         * @description Replaces the secret of a key. The key keeps its id, name and role. Only this response contains the complete new secret. A session must have signed in within the last ten minutes; otherwise the response is 401 `ERROR_SIGN_IN_AGAIN`.
         */
        put: operations["rotateApiKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/api-key/{api_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an API key
         * @description Returns one key of the domain. Its secret is masked.
         */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /**
         * Delete an API key
         * @description Deletes a key permanently. Every process refuses it within a second.
         */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/api-keys/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search API keys
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/api-keys/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of API keys
         * @description Counts the keys of the domain as defined by `query`. Without a query it counts the keys in each state.
         */
        post: operations["statApiKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/caller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller
         * @description Returns the domain, user and role of the key in use. The root key belongs to no domain and can act in every domain.
         */
        get: operations["getCaller"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current session
         * @description Returns the session of the cookie in the request.
         */
        get: operations["getCurrentSession"];
        put?: never;
        /**
         * Sign in
         * @description Starts a session in one domain and returns its cookie. The session lasts 12 hours, and ends earlier if its key ends or if it is not used for the time that the operator sets (an hour by default). This request, and every request of a session other than GET, needs the header `X-Requested-With`, and an `Origin` with the host of the request. Only this request may have no `Origin`.
         */
        post: operations["createSession"];
        /**
         * Sign out
         * @description Ends the session of the cookie in the request.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description Returns the active sessions, newest first: all sessions of the domain with the role `ADMIN`, otherwise the caller's own sessions.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/sessions/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search sessions
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/session/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session
         * @description Ends one of the caller's own sessions or, with the role `ADMIN`, any session of the domain. This takes effect on every process within a second.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/sign-in-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a sign-in token
         * @description Returns a token for a link that signs in to the console. Within ten minutes, the token can start one session as the holder of the key in use.
         */
        post: operations["issueSignInToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/sign-in-token/holder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read whom a sign-in token signs in
         * @description Returns the user, domain and role of the session that a sign-in token would start. The token stays usable. A link may come from somebody who wants the user to work in another account, so the console asks before it signs in.
         */
        post: operations["readSignInToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/sign-in-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the sign-in methods
         * @description Returns the methods other than an API key by which users can sign in to the console.
         */
        get: operations["getSignInMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/session/authorization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start to sign in at the issuer
         * @description Starts the authorization code flow of OpenID Connect, with PKCE. The browser opens `authorization_url` and must return to `/console/` within ten minutes. `POST /identity/v1/session` with the query string of the return starts the session. A cookie binds the flow to one browser. The header `X-Requested-With` is required.
         */
        post: operations["beginSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List endpoints
         * @description Returns the address, state and version of each service. The root key can also list every process.
         */
        get: operations["listEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/endpoints/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search endpoints
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchEndpoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/audit-logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log
         * @description Returns the changes made through the API, newest first.
         */
        get: operations["listAuditLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity/v1/audit-logs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the audit log
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchAuditLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Returns the webhooks of the domain, sorted by name. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Creates a webhook with its own URL. Configure the returned `webhook_url` in the monitoring system. It accepts deliveries immediately.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhook/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Returns one webhook with its URL, its plugin and its health.
         */
        get: operations["getWebhook"];
        /**
         * Update a webhook
         * @description Changes the name, tags or settings of a webhook. Fields that are left out are not changed. A record can be sent back as GET returned it: fields that cannot be changed are ignored, except ids, which must be those of the record.
         */
        put: operations["updateWebhook"];
        post?: never;
        /**
         * Delete a webhook
         * @description Deletes a webhook. Its URL stops working and its name is free immediately. Its events are kept.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhook/{webhook_id}/plugin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a webhook's plugin version, upgrade mode or options
         * @description Changes the plugin for future deliveries of a webhook. Fields that are left out are not changed.
         */
        put: operations["updateWebhookPlugin"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhook/{webhook_id}/plugin/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a webhook's plugin
         * @description Starts a verification: a worker runs the plugin of a webhook on its samples and on the last deliveries. With `Prefer: wait=N` (at most 30 seconds) the response contains the result (200) if the verification is done within N seconds.
         */
        post: operations["verifyWebhookPlugin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhook/{webhook_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Enable a webhook
         * @description Enables a disabled webhook. Its URL is the same as before.
         */
        put: operations["enableWebhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhook/{webhook_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Disable a webhook
         * @description Disables a webhook. Within a second, every process rejects requests to its URL with 403.
         */
        put: operations["disableWebhook"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhook/{webhook_id}/access-key/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rotate the access key of a webhook
         * @description Replaces the access key of a webhook, which changes its URL. The old URL stays valid for `grace_seconds`. `previous_access_key` shows whether a sender still uses it.
         */
        put: operations["rotateWebhookAccessKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhooks/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search webhooks
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhooks/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of webhooks
         * @description Counts the webhooks of the domain as defined by `query`. Without a query it counts the webhooks of each state.
         */
        post: operations["statWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/event/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description Returns one event with its raw data.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Returns the events of the domain, newest first. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/events/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search events
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/events/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of events
         * @description Aggregates the events of the domain as defined by `query`, by time or by any field.
         */
        post: operations["statEvents"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow new events
         * @description Sends new events as Server-Sent Events. Each message is an event as in the list. Each event is sent exactly once, in the order in which events become visible. `query` filters the stream like a search; in it, `now` is the time at which an event is compared. To continue after an interruption, send the last id as `Last-Event-ID` (browsers do this automatically). For an id older than an hour the stream sends a `reset` event; list the missed events then. If a query takes too long, the stream sends a `failed` event and ends. A client that does not keep up for 10 seconds is disconnected and can reconnect. Limits per API process (more: 429): 20 open streams for each key, 100 different queries for each domain, and 2,000 streams in total, of which one domain may have half; if none is left for a domain, a stream of the domain that has the most ends, and its client connects again.
         */
        get: operations["followEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alerts/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow alerts
         * @description Sends changes of alerts as Server-Sent Events. Each message is one change. Its event name is the kind of the change (`alert.opened`, `alert.escalated`, `alert.deescalated`, `alert.acknowledged`, `alert.unacknowledged`, `alert.resolved`, `alert.reopened`, `alert.flapping`, `alert.assigned`, `alert.noted`), and its data is an `AlertMessage`, which contains the alert as it is when the message is sent. Plain fields and `query` are compared with that alert. Each change is sent exactly once, and the changes of one alert in the order in which they happened. To continue after an interruption, send the last id as `Last-Event-ID` (browsers do this automatically). For an id older than a day the stream sends a `reset` event; list the alerts then. If a query takes too long, the stream sends a `failed` event and ends. The limits are the same as for the stream of events.
         */
        get: operations["followAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/stream-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token for a stream
         * @description Returns a token for clients that cannot send a header, such as `EventSource` in a browser: `new EventSource("…/events/stream?token=" + token)`. The token is valid for five minutes and can only open streams of the domain. A stream stays open after that, as long as the key that requested the token is valid.
         */
        post: operations["issueStreamToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alert/{alert_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert
         * @description Returns an alert: when it opened, when it was resolved, and how many events it has.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alert/{alert_id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Acknowledge an alert
         * @description Marks an open alert to show that somebody is working on it. The alert stays open. The acknowledgement holds until the alert is resolved, or until `until`. It replaces an earlier acknowledgement.
         */
        put: operations["acknowledgeAlert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alert/{alert_id}/unacknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Withdraw the acknowledgement of an alert
         * @description Withdraws the acknowledgement of an open alert, to show that nobody is working on it any more.
         */
        put: operations["unacknowledgeAlert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alert/{alert_id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Assign an alert
         * @description Says who takes care of an open alert. If you assign it to yourself, it is acknowledged as well, unless it is already or `acknowledge` is false. Subscriptions that name the kind `alert.assigned` send it.
         */
        put: operations["assignAlert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alerts/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge alerts
         * @description Acknowledges the open alerts that `query` finds. If it finds more than 10,000, the request is rejected with 400 and no alert is acknowledged. If the request fails midway, send it again: alerts that it has acknowledged already are not changed, except that a relative `until` moves.
         */
        post: operations["acknowledgeAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alert/{alert_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Resolve an alert
         * @description Resolves an open alert. The sender may still report the problem: for `quiet_for`, repeats with the same start, and repeats of senders that state none, are counted on this alert and open no other. A repeat of a higher severity, a newer start, and the first repeat after `quiet_for` open a new alert. A recovery of the sender ends `quiet_for`.
         */
        put: operations["resolveAlert"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alerts/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve alerts
         * @description Resolves the open alerts that `query` finds, as the resolution of one alert does. If it finds more than 10,000, the request is rejected with 400 and no alert is resolved. If the request fails midway, send it again: it finds those that are still open.
         */
        post: operations["resolveAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Returns the alerts of the domain, most recently opened first. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alerts/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search alerts
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alerts/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of alerts
         * @description Aggregates the alerts of the domain as defined by `query`.
         */
        post: operations["statAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alert/{alert_id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the timeline of an alert
         * @description Returns everything that happened to an alert in one order, the oldest first: its events, changes of state and severity, acknowledgements, silences that held something back, and notifications with their attempts and the responses of the receivers. With `Accept: text/markdown`, the response is the same as Markdown.
         */
        get: operations["getAlertTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alert/{alert_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes of an alert
         * @description Returns all notes of an alert, oldest first.
         */
        get: operations["listAlertNotes"];
        put?: never;
        /**
         * Add a note to an alert
         * @description Adds a note to an open or resolved alert. All notes of an alert have at most 10,000 characters together. Subscriptions that name the kind `alert.noted` send it.
         */
        post: operations["addAlertNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/alert/{alert_id}/notes/{note_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note of an alert
         * @description Deletes one of your own notes or, with the role `ADMIN`, any note. What was sent of it is not taken back.
         */
        delete: operations["deleteAlertNote"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhook/{webhook_id}/heartbeat/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a heartbeat
         * @description Returns one heartbeat of a webhook: its state and its last ping.
         */
        get: operations["getHeartbeat"];
        /**
         * Create or change a heartbeat
         * @description Creates a heartbeat, or changes the given fields of an existing one. Its source pings it at `webhook_url` + `/heartbeat/{name}`. If no ping arrives for `expect_every` plus `grace`, or within `grace` after a time of `schedule`, an alert opens. The next ping resolves the alert. A new heartbeat cannot be missing before its first ping. A record can be sent back as GET returned it: fields that cannot be changed are ignored, except ids, which must be those of the record.
         */
        put: operations["putHeartbeat"];
        post?: never;
        /**
         * Delete a heartbeat
         * @description Deletes a heartbeat. If it is missing, its alert is resolved. Later pings of its name are rejected with 404; with `settings.heartbeats: "AUTO"` they create the heartbeat again.
         */
        delete: operations["deleteHeartbeat"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/heartbeats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List heartbeats
         * @description Returns the heartbeats of the domain in order of creation. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listHeartbeats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/heartbeats/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search heartbeats
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchHeartbeats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/heartbeats/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of heartbeats
         * @description Counts the heartbeats of the domain as defined by `query`. Without a query it counts all heartbeats.
         */
        post: operations["statHeartbeats"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhook/{webhook_id}/{access_key}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create events from a delivery
         * @description Accepts a delivery at the URL of a webhook. The body is the payload in the format of the sender. The response is 202, sent when the delivery is on disk. With `Prefer: wait=N` it is the processed delivery (200) if it is processed within N seconds. For senders that expect a specific response, the plugin returns it instead of the receipt: the `dedup_key` for PagerDuty Events, the validation code for Event Grid, the text `ok` for Slack, 204 without a body for Discord.
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhook/{webhook_id}/{access_key}/events/heartbeat/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ping a heartbeat
         * @description Records that the source of a heartbeat is alive. Send GET, POST or PUT to `webhook_url` + `/heartbeat/{name}`. No body is needed, and none is stored. The response is sent when the ping is on disk. Pings that arrive while the database is unavailable count too. With `settings.heartbeats: "AUTO"` the first ping of a name creates its heartbeat. As at Healthchecks, the path may end in `/fail` or the exit status of a job (`/0` is a ping, others are a failure, which opens the alert of the heartbeat until the next ping; a body becomes its description), or in `/start` or `/log`, which are only recorded. The query parameter `rid` identifies a run. These get 200 and `OK`.
         */
        get: operations["pingHeartbeat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/delivery/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the outcome of a delivery
         * @description Returns whether a delivery is processed, and the outcome of each alarm in it.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/delivery/{delivery_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay a delivery
         * @description Runs the quarantined alarms of a delivery through the current plugin of its webhook. Existing events are never changed, and a delivery without quarantined alarms stays as it is.
         */
        post: operations["replayDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ledger
         * @description Returns the counts of deliveries and alarms by day of arrival, summed over all domains. On a balanced day no delivery is lost, and the counts of deliveries (accepted = processed + quarantined + pending) and of alarms (parsed = created + duplicate + ignored + quarantined) are equal. Requires the root key.
         */
        get: operations["getLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/quarantine/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery from the quarantine
         * @description Returns a delivery that could not be parsed, with its body and the reason.
         */
        get: operations["getQuarantinedDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/quarantine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the quarantine
         * @description Returns the deliveries that could not be parsed, most recently received first. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listQuarantinedDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/quarantine/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the quarantine
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchQuarantinedDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/quarantine/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of the quarantine
         * @description Counts the deliveries that could not be parsed, as defined by `query`.
         */
        post: operations["statQuarantinedDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhook/{webhook_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay the deliveries of a webhook
         * @description Starts a replay: a worker runs the deliveries that arrived in a time range through the current plugin of the webhook. Existing events are never changed. [Get a replay](#/Webhook/getReplay) returns the progress. Replays of a webhook run one after the other, and domains take turns.
         */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/replay/{replay_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a replay
         * @description Returns the state of a replay and the number of replayed deliveries.
         */
        get: operations["getReplay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/replay/{replay_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Cancel a replay
         * @description Ends a replay that is pending or running. The results of the deliveries replayed so far are kept, and no further delivery is replayed. A replay that has already ended is not changed.
         */
        put: operations["cancelReplay"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/plugins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plugins
         * @description Returns the plugins of all supported monitoring systems, each with its latest version.
         */
        get: operations["listPlugins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/plugin/{plugin_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a plugin with its options schema, guide and samples
         * @description Returns one plugin with a guide to set up the sender, its options, and sample payloads.
         */
        get: operations["getPlugin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/plugin/{plugin_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a payload with a plugin
         * @description Runs a plugin on a payload and returns the outcomes. Nothing is stored.
         */
        post: operations["previewPlugin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhook/{webhook_id}/plugin/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a payload with the plugin of a webhook
         * @description Runs the plugin of a webhook on a payload and returns the outcomes. By default it uses the version and options of the webhook. Events have the `default_severity` and `labels` of its settings. Nothing is stored.
         */
        post: operations["previewWebhookPlugin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/monitoring/v1/webhook/{webhook_id}/plugin/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare two plugin versions
         * @description Parses the last stored deliveries of a webhook with two versions of its plugin and returns the differences. Nothing is stored.
         */
        post: operations["compareWebhookPlugin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/quotas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List quotas
         * @description Returns the quotas of the domain in order of creation. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listQuotas"];
        put?: never;
        /**
         * Create a quota for a protocol
         * @description Limits the use of a protocol by the domain. The limit applies immediately and includes existing usage.
         */
        post: operations["createQuota"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/quota/{quota_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a quota
         * @description Returns one quota of the domain.
         */
        get: operations["getQuota"];
        /**
         * Update a quota
         * @description Replaces the limit of a quota. The new limit applies immediately and includes existing usage. A record can be sent back as GET returned it: fields that cannot be changed are ignored, except ids, which must be those of the record.
         */
        put: operations["updateQuota"];
        post?: never;
        /**
         * Delete a quota
         * @description Deletes the limit of a protocol. The default limit applies immediately and includes existing usage.
         */
        delete: operations["deleteQuota"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/quotas/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search quotas
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchQuotas"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/quotas/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of quotas
         * @description Counts the quotas of the domain as defined by `query`. Without a query it counts all quotas.
         */
        post: operations["statQuotas"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/quota/{quota_id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate another limit
         * @description Applies another limit to the stored usage of a quota and returns what it would have granted. Nothing is changed.
         */
        post: operations["simulateQuota"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/quota/{quota_id}/consume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Consume from a quota
         * @description Consumes the whole amount or nothing. The response contains the remaining amounts of the UTC day and month.
         */
        post: operations["consumeQuota"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/quotas/consume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Consume from the quota of a protocol
         * @description Consumes from the quota of the named protocol. Without a quota the default limit applies.
         */
        post: operations["consumeProtocolQuota"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/quota/{quota_id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a consumption
         * @description Releases a consumption or a part of it. This is possible once, within 48 hours. The amount is credited to the day of the consumption.
         */
        post: operations["releaseQuotaConsumption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/quotas/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a consumption of a protocol
         * @description Releases a consumption of a protocol without a quota.
         */
        post: operations["releaseProtocolConsumption"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/quota/{quota_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the usage of a quota by UTC day
         * @description Returns the usage of a quota by day, and the remaining amount.
         */
        get: operations["getQuotaUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/quota-usages/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of usage by protocol and UTC day
         * @description Aggregates the usage of all protocols as defined by `query`, including protocols without a quota. Without a query it returns the sum of each protocol.
         */
        post: operations["statQuotaUsages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/protocols": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List protocols
         * @description Returns the protocols that a subscription can use.
         */
        get: operations["listProtocols"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/protocol/{protocol_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a protocol with its options schema
         * @description Returns one protocol, with the schema of its options.
         */
        get: operations["getProtocol"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Returns the subscriptions of the domain, sorted by name. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listSubscriptions"];
        put?: never;
        /**
         * Create a subscription
         * @description Creates a subscription. It sends the changes of matching alerts that happen from now on. The response contains the signing secret, which is not shown again.
         */
        post: operations["createSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscription/{subscription_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a subscription
         * @description Returns one subscription with its health.
         */
        get: operations["getSubscription"];
        /**
         * Update a subscription
         * @description Changes the name, options, kinds, conditions, group or template of a subscription. Omitted fields are not changed; the others are replaced as a whole. A record can be sent back as GET returned it: fields that cannot be changed are ignored, except ids, which must be those of the record.
         */
        put: operations["updateSubscription"];
        post?: never;
        /**
         * Delete a subscription
         * @description Deletes a subscription and cancels its waiting notifications. All its notifications stay listed.
         */
        delete: operations["deleteSubscription"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscription/{subscription_id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Enable a subscription
         * @description Enables a subscription. It sends the changes that happen from now on, and the notifications that are still waiting.
         */
        put: operations["enableSubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscription/{subscription_id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Disable a subscription
         * @description Disables a subscription. Nothing is sent, and changes of alerts create no notifications. Waiting notifications are kept for 24 hours.
         */
        put: operations["disableSubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscription/{subscription_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rotate the signing secret of a subscription
         * @description Replaces the signing secret. For `grace_seconds`, requests are signed with both secrets. The response contains the new secret, which is not shown again.
         */
        put: operations["rotateSubscription"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscription/{subscription_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a subscription
         * @description Sends one message of type `subscription.test` now and returns the response of the receiver. The test consumes one unit of the quota of the protocol. A subscription can be verified 10 times a minute.
         */
        post: operations["verifySubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscriptions/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search subscriptions
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchSubscriptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscriptions/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of subscriptions
         * @description Counts the subscriptions of the domain as defined by `query`. Without a query it counts the subscriptions in each state.
         */
        post: operations["statSubscriptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/slack-apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List Slack apps
         * @description Returns the Slack apps of the domain, sorted by name. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listSlackApps"];
        put?: never;
        /**
         * Create a Slack app
         * @description Makes an app of a Slack workspace known, so that messages of subscriptions that name it (`options.slack_app_id`) have buttons. The response contains the request URL, which is not shown again.
         */
        post: operations["createSlackApp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/slack-app/{slack_app_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a Slack app
         * @description Returns one Slack app without its secrets.
         */
        get: operations["getSlackApp"];
        /**
         * Update a Slack app
         * @description Changes a Slack app, such as a signing secret that was regenerated. Omitted fields are not changed. The request URL stays as it is. A record can be sent back as GET returned it: fields that cannot be changed are ignored, except ids, which must be those of the record.
         */
        put: operations["updateSlackApp"];
        post?: never;
        /**
         * Delete a Slack app
         * @description Deletes a Slack app that no subscription names. Its request URL is unknown from then on.
         */
        delete: operations["deleteSlackApp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/slack-apps/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search Slack apps
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchSlackApps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/slack-apps/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of Slack apps
         * @description Counts the Slack apps of the domain as defined by `query`. Without a query it counts all.
         */
        post: operations["statSlackApps"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscription/{subscription_id}/inbound/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Rotate the inbound address of a subscription
         * @description Creates the address to which PagerDuty, Opsgenie or Jira Service Management send webhooks with what people do to alerts there, or replaces it. For `grace_seconds`, webhooks are taken at both addresses. The response contains the new address, which is not shown again. For PagerDuty, set `options.webhook_secret` to the secret that PagerDuty returns when a webhook subscription is created for this address.
         */
        put: operations["rotateSubscriptionInbound"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscription/{subscription_id}/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete the inbound address of a subscription
         * @description Takes no webhooks of the receiver any more. Notifications are sent as before.
         */
        delete: operations["deleteSubscriptionInbound"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscription/{subscription_id}/inbound/{access_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a webhook of a receiver
         * @description Takes webhooks V3 of PagerDuty, which are signed, and webhooks of Opsgenie and Jira Service Management. If a person acknowledges, unacknowledges or resolves there what the subscription has told, the same is done to the alert. An alert that is in that state already is left as it is, and so is one to which something newer was done. Each webhook is taken once. What no person resolved becomes a note. The receiver is not notified of what was done there.
         */
        post: operations["takeInboundWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/notification/{notification_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a notification
         * @description Returns one notification with its attempts.
         */
        get: operations["getNotification"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications
         * @description Returns the notifications of the domain, newest first, without their attempts. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/notifications/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search notifications
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/notifications/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of notifications
         * @description Counts the notifications of the domain as defined by `query`. Without a query it counts the notifications in each state.
         */
        post: operations["statNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/notification/{notification_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Resend a notification
         * @description Sends a notification again with the same id, after the notifications that wait for the same alert. A notification that is itself waiting is sent now. Protocols that send only the newest state of an alert, such as `slack` and `pagerduty`, can send only the newest notification of the alert again.
         */
        put: operations["resendNotification"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the ledger of notifications
         * @description Returns for each day the number of changes of alerts of the domain that were read, the number of notifications that were created from them, and the states of these notifications: matched + after_silence + by_steps = pending + held + sent + failed + superseded + silenced + inhibited + cancelled. Digests, reminders and messages of the service itself are not counted.
         */
        get: operations["getNotificationLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/notifications/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend notifications
         * @description Starts a background job that sends the notifications that match `query` again. Each notification keeps its id, and the notifications of an alert keep their order. Protocols that send only the newest state send only the newest notification of each alert again. [Get a resend](#/Notification/getResend) returns the progress. Domains take turns.
         */
        post: operations["resendNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/resend/{resend_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a resend
         * @description Returns the state of a resend and the number of notifications that were queued. A resend is kept for 30 days.
         */
        get: operations["getResend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/resend/{resend_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Cancel a resend
         * @description Stops a resend. Notifications that are already queued are still sent. A finished resend is not changed.
         */
        put: operations["cancelResend"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/silences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List silences
         * @description Returns the silences of the domain, newest first. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listSilences"];
        put?: never;
        /**
         * Create a silence
         * @description Until the silence ends, changes of matching alerts create notifications with the state SILENCED, which are not sent. When the silence ends, one notification is sent for each silenced alert that is still open.
         */
        post: operations["createSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/silence/{silence_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a silence
         * @description Returns one silence with its state.
         */
        get: operations["getSilence"];
        /**
         * Update a silence
         * @description Changes a silence, even if it has expired. Omitted fields are not changed; conditions and windows are replaced as a whole. One notification is sent for each silenced alert that is still open and no longer matches. A record can be sent back as GET returned it: fields that cannot be changed are ignored, except ids, which must be those of the record.
         */
        put: operations["updateSilence"];
        post?: never;
        /**
         * Delete a silence
         * @description Ends a silence now and deletes it.
         */
        delete: operations["deleteSilence"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/silence/{silence_id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Expire a silence
         * @description Ends a silence now. One notification is sent for each silenced alert that is still open.
         */
        put: operations["expireSilence"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/silences/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search silences
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchSilences"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/silences/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of silences
         * @description Counts the silences of the domain as defined by `query`. Without a query it counts the silences in each state.
         */
        post: operations["statSilences"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/inhibitions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List inhibitions
         * @description Returns the inhibitions of the domain, newest first. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listInhibitions"];
        put?: never;
        /**
         * Create an inhibition
         * @description While an alert that matches `source` is open, changes of alerts that match `target` and have the same values of `equal` create notifications with the state INHIBITED, which are not sent. When the source ends, one notification is sent for each of these alerts that is still open after `settle` seconds. Recoveries of what was told before are sent at once.
         */
        post: operations["createInhibition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/inhibition/{inhibition_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an inhibition
         * @description Returns one inhibition.
         */
        get: operations["getInhibition"];
        /**
         * Update an inhibition
         * @description Changes an inhibition. Omitted fields are not changed; lists are replaced as a whole. One notification is sent for each alert that is still open and no longer held back, a few seconds later. A record can be sent back as GET returned it: fields that cannot be changed are ignored, except ids, which must be those of the record.
         */
        put: operations["updateInhibition"];
        post?: never;
        /**
         * Delete an inhibition
         * @description Deletes an inhibition. One notification is sent for each alert that it held back and that is still open.
         */
        delete: operations["deleteInhibition"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/inhibitions/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search inhibitions
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchInhibitions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/inhibitions/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of inhibitions
         * @description Counts the inhibitions of the domain as defined by `query`. Without a query it counts all of them.
         */
        post: operations["statInhibitions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/inhibitions/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an inhibition
         * @description Returns which alerts of the last `days` days an inhibition would have held back, and by which, judged by the alerts as they are now and without other inhibitions. Nothing is stored.
         */
        post: operations["previewInhibition"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/escalations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List escalations
         * @description Returns the escalations of the domain, newest first. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listEscalations"];
        put?: never;
        /**
         * Create an escalation
         * @description While nobody reacts to an alert that matches, further people are told in steps. An escalation begins with the change with which an alert opens, or matches for the first time. The subscriptions of steps have the trigger ESCALATION. An acknowledgement stops all steps, unless `until` is RESOLVED; while the alert is acknowledged, silenced or inhibited, the clock of the escalation stands still.
         */
        post: operations["createEscalation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/escalation/{escalation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an escalation
         * @description Returns one escalation.
         */
        get: operations["getEscalation"];
        /**
         * Update an escalation
         * @description Changes an escalation. Omitted fields are not changed; lists are replaced as a whole. For alerts that are escalated already, it goes on as it was when that began. A record can be sent back as GET returned it: fields that cannot be changed are ignored, except ids, which must be those of the record.
         */
        put: operations["updateEscalation"];
        post?: never;
        /**
         * Delete an escalation
         * @description Deletes an escalation. For alerts that it is running for, it ends at once, and their timelines say so.
         */
        delete: operations["deleteEscalation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/escalations/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search escalations
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchEscalations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/escalations/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of escalations
         * @description Counts the escalations of the domain as defined by `query`. Without a query it counts all of them.
         */
        post: operations["statEscalations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/escalations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an escalation
         * @description Returns which steps an escalation would have told of the alerts that opened in the last `days` days, and whom, judged by the alerts as they are now and by when they were acknowledged and resolved. Nothing is stored.
         */
        post: operations["previewEscalation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/on-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules
         * @description Returns the schedules of the domain, newest first. Plain fields are compared for equality; use `query` for other conditions.
         */
        get: operations["listOnCalls"];
        put?: never;
        /**
         * Create a schedule
         * @description Creates a schedule that says who is on call: members who take turns (`rotation`), or the events of a calendar (`ical_url`). In both cases `overrides` win. A calendar is read within seconds; `health` shows the result.
         */
        post: operations["createOnCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/on-call/{on_call_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a schedule
         * @description Returns one schedule with its health. The address of a calendar is shown without its path.
         */
        get: operations["getOnCall"];
        /**
         * Update a schedule
         * @description Omitted fields are not changed; `members`, `rotation` and `overrides` are replaced as a whole. A new `rotation` without `starts_on` begins at its last hand-off, with its first member. A record can be sent back as GET returned it: fields that cannot be changed are ignored, except ids, which must be those of the record.
         */
        put: operations["updateOnCall"];
        post?: never;
        /**
         * Delete a schedule
         * @description Deletes a schedule. Nobody is on call by it any more.
         */
        delete: operations["deleteOnCall"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/on-call/{on_call_id}/at": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is on call
         * @description Returns who is on call at a time and why, and what changes next.
         */
        get: operations["getOnCallAt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/on-call/{on_call_id}/shifts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shifts and gaps of a schedule
         * @description Returns who is on call when, and the gaps, by default in the next 14 days.
         */
        get: operations["getOnCallShifts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/on-call/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search schedules
         * @description Returns the same as the list; the request is JSON.
         */
        post: operations["searchOnCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/on-call/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Statistics of schedules
         * @description Counts the schedules of the domain as defined by `query`. Without a query it counts those of each source.
         */
        post: operations["statOnCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscription/{subscription_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a subscription
         * @description Returns the notifications that a subscription would have sent for the changes of the last `days` days, and the units of the quota that they would have consumed. Other fields of the request replace those of the stored subscription; the response then also compares the two. Conditions are compared with the `state` and `severity` right after each change. Nothing is sent or stored.
         */
        post: operations["previewSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscriptions/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a draft of a subscription
         * @description Returns the same preview for a subscription that has not been created.
         */
        post: operations["previewDraftSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscription/{subscription_id}/preview/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the message of a subscription
         * @description Returns what a subscription sends of an alert: the content of the request or mail, the text for people, and why the template fails, if it does. Other fields of the request replace those of the stored subscription. Nothing is sent or stored.
         */
        post: operations["previewMessageSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/subscriptions/preview/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview the message of a draft of a subscription
         * @description Returns the same preview for a subscription that has not been created.
         */
        post: operations["previewDraftMessageSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/silences/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a silence
         * @description Returns the changes of alerts of the last `days` days that a silence would have silenced. Conditions are compared with the `state` and `severity` right after each change. Nothing is stored.
         */
        post: operations["previewSilence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/plan/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a plan
         * @description Returns what adding and replacing several records at once would have meant for the changes of the last `days` days: the notifications more and fewer of each subscription, the alerts held back and escalated, and the units of quotas. Silences, inhibitions and what was told before count as they do when notifications are sent; groups, reminders, and steps of escalations do not. Nothing is sent or stored.
         */
        post: operations["previewPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/alert/{alert_id}/telling/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview who would be told of an alert
         * @description Returns who would be told if the alert opened now, by the rules of now: subscriptions, the silences and the inhibition that would hold that back, and the steps of escalations with those who are on call now; and why each other subscription would not be told. Whether a quota would be exhausted does not count. Nothing is sent or stored.
         */
        post: operations["previewAlertTelling"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notification/v1/alerts/telling": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get who was told of alerts
         * @description Returns for many alerts at once who was told of them, what waits or has failed, and which silences and inhibitions hold something back, such as for the rows of a list. The timeline of an alert tells the same of one alert, with every attempt.
         */
        post: operations["getAlertTellings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the process is alive
         * @description Returns 200 while the process is alive. If there is no response, a supervisor should restart the process.
         */
        get: operations["checkLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the process can take requests
         * @description Returns 200 if the database or the spool accepts writes, the schema is up to date, there is disk space for deliveries, and the process is not stopping. Otherwise returns 503.
         */
        get: operations["checkReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this document
         * @description Returns this OpenAPI document as JSON.
         */
        get: operations["getDocumentAsJson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/openapi.yaml": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get this document as YAML
         * @description Returns this OpenAPI document as YAML.
         */
        get: operations["getDocumentAsYaml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    remote_plugin_parse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Parse a delivery
         * @description Sent to `POST <url>/parse` for every delivery of a webhook with the plugin `http`, and for its previews. The request is signed with the `secret` of the options, according to [Standard Webhooks](https://www.standardwebhooks.com). Reject requests without a valid signature. The response must arrive within `timeout_ms` of the options (100 to 30000, default 5000) and may have at most 4 MiB. Redirects are not followed. A repeated request must get the same response.
         */
        post: operations["parseRemoteDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    remote_plugin_verify: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the plugin
         * @description Sent to `POST <url>/verify` when the plugin of such a webhook is verified. The request is signed with the `secret` of the options, according to [Standard Webhooks](https://www.standardwebhooks.com). Reject requests without a valid signature. The response must arrive within `timeout_ms` of the options (100 to 30000, default 5000) and may have at most 4 MiB. Redirects are not followed. A repeated request must get the same response.
         */
        post: operations["verifyRemotePlugin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.opened
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveAlertOpened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.escalated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.escalated
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveAlertEscalated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.deescalated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.deescalated
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveAlertDeescalated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.acknowledged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.acknowledged
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveAlertAcknowledged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.unacknowledged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.unacknowledged
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveAlertUnacknowledged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.resolved
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveAlertResolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.reopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.reopened
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveAlertReopened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.flapping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.flapping
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveAlertFlapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.assigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.assigned
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveAlertAssigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.noted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.noted
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveAlertNoted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "source.silent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive source.silent
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveSourceSilent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "source.back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive source.back
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveSourceBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.quarantined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive delivery.quarantined
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveDeliveryQuarantined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quota.low": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive quota.low
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveQuotaLow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quota.exhausted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive quota.exhausted
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveQuotaExhausted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive subscription.failing
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveSubscriptionFailing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "on_call.gap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive on_call.gap
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveOnCallGap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "on_call.failing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive on_call.failing
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveOnCallFailing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "escalation.unreached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive escalation.unreached
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveEscalationUnreached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "alert.reminder": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive alert.reminder
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveAlertReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    digest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive digest
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveDigest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive subscription.test
         * @description A subscription with the protocol `webhook` posts this request, signed according to [Standard Webhooks](https://www.standardwebhooks.com). A repeated request has the same `webhook-id`. The response must arrive within 10 seconds and may have at most 64 KiB. Redirects are not followed.
         */
        post: operations["receiveSubscriptionTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        ProblemField: {
            /** @example name */
            field: string;
            /** @example must be 1 to 255 characters */
            reason: string;
        };
        Problem: {
            /**
             * @description The URL of the page that explains the code, relative to the service.
             * @example /docs/errors/ERROR_INVALID_PARAMETER
             */
            type: string;
            /** @example Bad Request */
            title: string;
            /** @example 400 */
            status: number;
            /** @example name must be 1 to 255 characters */
            detail: string;
            /** @description The request id, as in the header x-request-id. */
            instance: string;
            /** @example ERROR_INVALID_PARAMETER */
            code: string;
            /** @description The invalid fields, each with the reason. Only for invalid input. */
            errors?: components["schemas"]["ProblemField"][];
        };
        /**
         * @description ADMIN (default): everything in its domain, MEMBER: everything except API keys, VIEWER: read only.
         * @enum {string}
         */
        APIKeyRole: "ADMIN" | "MEMBER" | "VIEWER";
        CreateAPIKeyRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The user of the key: an id of your own, or an e-mail address.
             * @example u-1
             */
            user_id: string;
            /** @example terraform */
            name?: string | null;
            /** @description ADMIN (default): everything in its domain, MEMBER: everything except API keys, VIEWER: read only. */
            role?: components["schemas"]["APIKeyRole"] | null;
            /**
             * @description The expiry time of the key: a time, or a relative time like `now + 90d`. Default: never.
             * @example 2099-12-31T23:59:59.000Z
             */
            expires_at?: string | null;
        };
        /** @enum {string} */
        APIKeyState: "NONE_STATE" | "ENABLED" | "DISABLED";
        APIKeyInfo: {
            /** @example api_key_01kagexvhve0ya7d9z5kq5nh3m */
            api_key_id: string;
            /**
             * @description The key. Complete only in the responses to creation and rotation; otherwise masked.
             * @example tocsin_…x7Gq
             */
            api_key: string;
            name: string | null;
            role: components["schemas"]["APIKeyRole"];
            state: components["schemas"]["APIKeyState"];
            user_id: string;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2099-12-31T23:59:59.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description The time of the last use, accurate to a minute.
             * @example 2026-11-20T10:00:00.000Z
             */
            last_accessed_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
        };
        APIKeyRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            api_key_id?: string;
        };
        RotateAPIKeyRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description The number of seconds for which the old key stays valid. Default: 0.
             * @example 0
             */
            grace_seconds?: number;
            /** @description True ends the grace period of an earlier rotation now, for example because a secret leaked. Otherwise a rotation is refused with 409 until that grace period is over. */
            end_grace?: boolean;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            api_key_id?: string;
        };
        Condition: components["schemas"]["LongCondition"] | components["schemas"]["ShortCondition"];
        Sort: {
            /**
             * @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots.
             * @example created_at
             */
            key: string;
            desc?: boolean | null;
        };
        Page: {
            /**
             * @description 1-based index of the first record. 0 means 1.
             * @example 1
             */
            start?: number | null;
            /**
             * @description Maximum number of records (default 100). 0 means all, up to the maximum.
             * @example 100
             */
            limit?: number | null;
            /** @description The `next_cursor` of the previous page, instead of `start`. With cursors, every page costs the same. */
            cursor?: string | null;
        };
        Unwind: {
            /**
             * @description The key of a list.
             * @example additional_info.hosts
             */
            path: string;
        };
        Query: {
            /**
             * @description Conditions that must all match. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "created_at",
             *         "v": "now/d - 7d",
             *         "o": "timediff_gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string | null;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /**
             * @description Words that must all occur in keyword fields of the resource.
             * @example
             */
            keyword?: string | null;
            page?: components["schemas"]["Page"] | null;
            /** @description Returns one result for each element of a list: the record, with the element in place of the list. */
            unwind?: components["schemas"]["Unwind"] | null;
            /** @description `{key, desc}`, `{keys: […]}` or a list of `{key, desc}`. `{}` means the default order. */
            sort?: components["schemas"]["SortOrder"] | null;
            /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            only?: string[] | null;
            /**
             * @description Return the short form of records.
             * @example false
             */
            minimal?: boolean | null;
            /**
             * @description Return only total_count.
             * @example false
             */
            count_only?: boolean | null;
        };
        APIKeyQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            query?: components["schemas"]["Query"] | null;
            /** @example api_key_01kagexvhve0ya7d9z5kq5nh3m */
            api_key_id?: string | null;
            state?: components["schemas"]["APIKeyState"] | null;
            user_id?: string | null;
        };
        APIKeysInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialAPIKeyInfo"][];
        };
        Stage: components["schemas"]["UnwindStage"] | components["schemas"]["GroupStage"] | components["schemas"]["ProjectStage"] | components["schemas"]["MatchStage"] | components["schemas"]["SortStage"] | components["schemas"]["LimitStage"] | components["schemas"]["SkipStage"] | components["schemas"]["CountStage"];
        StatisticsQuery: {
            /**
             * @description Conditions that must all match. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "created_at",
             *         "v": "now/d - 7d",
             *         "o": "timediff_gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string | null;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /**
             * @description Words that must all occur in keyword fields of the resource.
             * @example
             */
            keyword?: string | null;
            page?: components["schemas"]["Page"] | null;
            /** @description Return the distinct values of this key. */
            distinct?: string | null;
            /**
             * @description A list of stages, each an object with one of unwind, group, project, match, sort, limit, skip, count.
             * @example [
             *       {
             *         "group": {
             *           "keys": [
             *             {
             *               "key": "created_at",
             *               "name": "date",
             *               "date_format": "%Y-%m-%d"
             *             }
             *           ],
             *           "fields": [
             *             {
             *               "name": "count",
             *               "operator": "count"
             *             }
             *           ]
             *         }
             *       },
             *       {
             *         "sort": {
             *           "key": "date",
             *           "desc": true
             *         }
             *       },
             *       {
             *         "limit": 10
             *       }
             *     ]
             */
            aggregate?: components["schemas"]["Stage"][] | null;
        };
        APIKeyStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of API keys in each state. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        StatisticsInfo: {
            /**
             * @description Rows, or values if `distinct` is given.
             * @example [
             *       {
             *         "count": 1
             *       }
             *     ]
             */
            results: (components["schemas"]["StatisticsRow"] | (string | number | boolean | unknown[] | null))[];
            /** @description The number of rows before paging. Present only if `page.limit` is given. */
            total_count?: number;
        };
        CallerInfo: {
            /** @description Whether the key is the root key, which can act in every domain. */
            root: boolean;
            /** @description The domain of the key. `null` for the root key. */
            domain_id: string | null;
            /** @description The user of the key. `null` for the root key. */
            user_id: string | null;
            role: components["schemas"]["APIKeyRole"];
            /**
             * @description The API key in use. `null` for the root key and for a token of an issuer.
             * @example api_key_01kagexvhve0ya7d9z5kq5nh3m
             */
            api_key_id: string | null;
        };
        CreateSessionRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description The key to sign in with. The root key needs a `domain_id` as well. */
            api_key?: string | null;
            /** @description A token of `POST /identity/v1/sign-in-token`, instead of a key. */
            sign_in_token?: string | null;
            /** @description The query string with which the issuer redirected the browser back after `POST /identity/v1/session/authorization`, instead of a key. */
            authorization_response?: string | null;
        };
        SessionInfo: {
            /** @example session_01kagexvhve0ya7d9z5kq5nh3m */
            session_id: string;
            user_id: string;
            role: components["schemas"]["APIKeyRole"];
            /**
             * @description The API key that started the session. `null` for the root key and for a token of the issuer.
             * @example api_key_01kagexvhve0ya7d9z5kq5nh3m
             */
            api_key_id: string | null;
            /**
             * @description The network address from which the session was started.
             * @example 192.0.2.7
             */
            address: string;
            /**
             * @description The `User-Agent` of the browser that started the session.
             * @example Mozilla/5.0
             */
            user_agent: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            expires_at: string;
        };
        CurrentSessionRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
        };
        SessionQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            query?: components["schemas"]["Query"] | null;
            /** @example session_01kagexvhve0ya7d9z5kq5nh3m */
            session_id?: string | null;
            user_id?: string | null;
        };
        SessionsInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialSessionInfo"][];
        };
        SignInTokenInfo: {
            /** @description The token. It can start only one session. */
            token: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            expires_at: string;
        };
        ReadSignInTokenRequest: {
            /**
             * @description The token of a sign-in link.
             * @example v1_…
             */
            sign_in_token: string;
        };
        SignInHolder: {
            domain_id: string;
            /** @example ann@example.com */
            user_id: string;
            role: components["schemas"]["APIKeyRole"];
        };
        SignInMethods: {
            /**
             * @description The issuer at which users can sign in. `null` if users need a key to sign in.
             * @example https://login.example.com/realms/ops
             */
            issuer: string | null;
        };
        AuthorizationInfo: {
            /** @description The URL of the page of the issuer, which the browser must open next. */
            authorization_url: string;
            /**
             * Format: date-time
             * @description The time by which the browser must return from the issuer.
             * @example 2026-11-20T10:00:00.000Z
             */
            expires_at: string;
        };
        EndpointQuery: {
            /**
             * @description The domain of the request. An API key may name its own only.
             * @example demo
             */
            domain_id: string;
            query?: components["schemas"]["Query"] | null;
            /** @example monitoring */
            service?: string | null;
            /**
             * @description PUBLIC (default) or INTERNAL (every process, root key only); case-insensitive.
             * @example PUBLIC
             */
            endpoint_type?: string | null;
        };
        /**
         * @description ACTIVE while a process of the service sends heartbeats.
         * @enum {string}
         */
        EndpointState: "NONE" | "ACTIVE" | "INACTIVE";
        EndpointInfo: {
            /** @example monitoring */
            service: string;
            /** @example monitoring */
            name: string;
            /** @example https://tocsin.example.com/monitoring/v1 */
            endpoint: string;
            /** @description ACTIVE while a process of the service sends heartbeats. */
            state: components["schemas"]["EndpointState"];
            /** @description The running release. */
            version: string;
        };
        EndpointsInfo: {
            /**
             * Format: int32
             * @description The number of matching records, before paging.
             */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialEndpointInfo"][];
        };
        AuditLogQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            query?: components["schemas"]["Query"] | null;
            /** @example disable */
            action?: string | null;
            /** @example webhook */
            resource_type?: string | null;
            resource_id?: string | null;
            /** @example u-1 */
            user_id?: string | null;
            /** @example api_key_01kagexvhve0ya7d9z5kq5nh3m */
            api_key_id?: string | null;
        };
        AuditLogInfo: {
            /** @example audit_01kagexvhve0ya7d9z5kq5nh3m */
            audit_id: string;
            /**
             * @description The operation.
             * @example disable
             */
            action: string;
            /** @example webhook */
            resource_type: string;
            resource_id: string;
            /**
             * @description The user who made the change; null for the root key.
             * @example u-1
             */
            user_id: string | null;
            /** @example api_key_01kagexvhve0ya7d9z5kq5nh3m */
            api_key_id: string | null;
            /** @description Whether the change was made with the root key. */
            root: boolean;
            /** @description The address of the caller. */
            address: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
        };
        AuditLogsInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialAuditLogInfo"][];
        };
        /**
         * @description AUTO: the webhook is upgraded to newer versions of the plugin. MANUAL: the version is pinned. Default: AUTO.
         * @enum {string}
         */
        UpgradeMode: "NONE" | "MANUAL" | "AUTO";
        CreateWebhookPluginInfo: {
            /**
             * @description See `GET /monitoring/v1/plugins`.
             * @example prometheus
             */
            plugin_id: string;
            /**
             * @description The version to pin; `upgrade_mode` becomes MANUAL. Default: the latest version.
             * @example 1.0.0
             */
            version?: string;
            /** @description AUTO: the webhook is upgraded to newer versions of the plugin. MANUAL: the version is pinned. Default: AUTO. */
            upgrade_mode?: components["schemas"]["UpgradeMode"];
            /** @description Options as defined by the plugin's options schema. */
            options?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description The severity of alarms whose sender states none. AUTO (default): CRITICAL for a host or site that is down, ERROR for anything else that is down, NONE for all other alarms. A recovery without a severity always gets NONE.
         * @enum {string}
         */
        DefaultSeverity: "AUTO" | "CRITICAL" | "ERROR" | "WARNING" | "INFO" | "NOT_AVAILABLE" | "NONE";
        /**
         * @description The severity of an alarm. The values are in order, the most severe first. NOT_AVAILABLE and NONE: the sender gives no severity.
         * @enum {string}
         */
        Severity: "CRITICAL" | "ERROR" | "WARNING" | "INFO" | "NOT_AVAILABLE" | "NONE";
        HeartbeatTerms: {
            /**
             * @description The longest time between two deliveries.
             * @example 5m
             */
            expect_every: string;
            /**
             * @description How late a delivery may be. Default: 1m.
             * @example 1m
             */
            grace?: string;
            /** @description The severity of the alert that is open while deliveries are missing. Default: CRITICAL. */
            severity?: components["schemas"]["Severity"];
        };
        /**
         * @description AUTO: the first ping of a name creates its heartbeat, with the values of `heartbeat`. If that is null, `expect_every` is 5m, `grace` 1m and `severity` CRITICAL. MANUAL (default): a ping of an unknown name is rejected with 404.
         * @enum {string}
         */
        HeartbeatsMode: "AUTO" | "MANUAL";
        HeartbeatOf: {
            /**
             * @description The rule of the alarms. `*` stands for any characters.
             * @example Watchdog
             */
            rule?: string;
            /**
             * @description The event key of the alarms, instead of `rule`. `*` stands for any characters.
             * @example watchdog-*
             */
            event_key?: string;
            /**
             * @description The name of the heartbeat that the alarms ping. The first such alarm creates it.
             * @example watchdog
             */
            name: string;
        };
        FlapTerms: {
            /**
             * @description The number of alerts that an event key opens.
             * @example 5
             */
            count: number;
            /**
             * @description The period in which they open, in seconds.
             * @example 3600
             */
            window: number;
        };
        /**
         * @description How the sender signs, and in which headers. STANDARD_WEBHOOKS (webhook-id, webhook-timestamp, webhook-signature), GITHUB (X-Hub-Signature-256), GRAFANA (X-Grafana-Alerting-Signature), SENTRY (Sentry-Hook-Signature), PAGERDUTY (X-PagerDuty-Signature): a delivery whose signature does not match is rejected with 401. SNS: the worker checks the signature with the certificate of Amazon, and quarantines a delivery whose signature does not match.
         * @enum {string}
         */
        SignatureScheme: "NONE" | "STANDARD_WEBHOOKS" | "GITHUB" | "GRAFANA" | "SENTRY" | "PAGERDUTY" | "SNS";
        SignatureSettings: {
            /**
             * @description How the sender signs, and in which headers. STANDARD_WEBHOOKS (webhook-id, webhook-timestamp, webhook-signature), GITHUB (X-Hub-Signature-256), GRAFANA (X-Grafana-Alerting-Signature), SENTRY (Sentry-Hook-Signature), PAGERDUTY (X-PagerDuty-Signature): a delivery whose signature does not match is rejected with 401. SNS: the worker checks the signature with the certificate of Amazon, and quarantines a delivery whose signature does not match.
             * @example GITHUB
             */
            scheme: components["schemas"]["SignatureScheme"];
            /**
             * @description One secret, or two while one replaces the other. None for SNS. Responses show `***` for each; in a request `***` keeps the stored secret at this position.
             * @example [
             *       "3f0c1b7e9a5d4c28"
             *     ]
             */
            secrets?: string[];
            /** @description Whether deliveries without a signature are rejected too. Default: true. */
            required?: boolean;
            /**
             * @description Seconds that a signed time may differ from the server's time. Default: 300.
             * @example 300
             */
            tolerance?: number;
            /**
             * @description The header that contains the signature. Only for GITHUB and GRAFANA. Default: the header of the scheme.
             * @example X-Grafana-Alerting-Signature
             */
            header?: string | null;
            /**
             * @description The header that contains the signed time, if Grafana is configured to send one. Only for GRAFANA.
             * @example X-Grafana-Alerting-Timestamp
             */
            timestamp_header?: string | null;
        };
        WebhookSettings: {
            /** @description Whether repeats of an alarm are counted on its alert instead of being stored as events. Default: true. */
            deduplicate?: boolean;
            /**
             * @description Seconds without an alarm after which an open alert is resolved as STALE. Default: 30 days.
             * @example 2592000
             */
            stale_after?: number;
            /**
             * @description The maximum number of deliveries per second, at least 1. -1 (default): no limit.
             * @example -1
             */
            max_rate?: number;
            /**
             * @description The maximum number of deliveries that wait to be processed, at least 1. -1 (default): no limit.
             * @example -1
             */
            max_backlog?: number;
            /**
             * @description The severity of alarms whose sender states none. AUTO (default): CRITICAL for a host or site that is down, ERROR for anything else that is down, NONE for all other alarms. A recovery without a severity always gets NONE.
             * @example AUTO
             */
            default_severity?: components["schemas"]["DefaultSeverity"];
            /**
             * @description Labels of all events of the webhook. They replace labels of the sender with the same name. Replaces all stored ones. Default: none.
             * @example {
             *       "team": "shop",
             *       "cluster": "eu-1"
             *     }
             */
            labels?: {
                [key: string]: string;
            };
            /** @description Opens an alert when no delivery arrives for `expect_every` plus `grace`. null (default): missing deliveries open no alert. */
            heartbeat?: components["schemas"]["HeartbeatTerms"] | null;
            /**
             * @description AUTO: the first ping of a name creates its heartbeat, with the values of `heartbeat`. If that is null, `expect_every` is 5m, `grace` 1m and `severity` CRITICAL. MANUAL (default): a ping of an unknown name is rejected with 404.
             * @example MANUAL
             */
            heartbeats?: components["schemas"]["HeartbeatsMode"];
            /**
             * @description Alarms that ping a heartbeat instead of becoming events. null (default): none.
             * @example {
             *       "rule": "Watchdog",
             *       "name": "watchdog"
             *     }
             */
            heartbeat_of?: components["schemas"]["HeartbeatOf"] | null;
            /** @description When an event key is flapping: when it opens `count` alerts within `window` seconds. Default: 5 alerts in an hour. null: never. */
            flap?: components["schemas"]["FlapTerms"] | null;
            /** @description How deliveries must be signed. Replaces all stored settings of the signature. Default: no signature. */
            signature?: components["schemas"]["SignatureSettings"];
        };
        CreateWebhookRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example Alertmanager in Frankfurt */
            name: string;
            plugin_info: components["schemas"]["CreateWebhookPluginInfo"];
            /** @example shop */
            project_id: string;
            /**
             * @example {
             *       "team": "platform"
             *     }
             */
            tags?: {
                [key: string]: string;
            } | null;
            /**
             * @description The id of a webhook that was lost, for its `webhook_url`. Only an ADMIN may give it. Default: a new one.
             * @example webhook_01kagexvhve0ya7d9z5kq5nh3m
             */
            webhook_id?: string | null;
            /**
             * @description The access key of a webhook that was lost, for its `webhook_url`: random, of 32 to 64 letters and digits. Only an ADMIN may give it. Default: a new one.
             * @example 0123456789ABCDEFGHIJKLMNOPQRSTUV
             */
            access_key?: string | null;
            settings?: components["schemas"]["WebhookSettings"] | null;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
        };
        /** @enum {string} */
        WebhookState: "NONE" | "ENABLED" | "DISABLED";
        PreviousAccessKey: {
            /**
             * Format: date-time
             * @description When the key stops being valid.
             * @example 2026-11-20T10:00:00.000Z
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When a sender last used the key, shown up to 20 seconds late. `null`: never.
             * @example 2026-11-20T10:00:00.000Z
             */
            last_used_at: string | null;
        };
        WebhookPluginInfo: {
            /** @example prometheus */
            plugin_id: string;
            /**
             * @description The current version.
             * @example 1.0.0
             */
            version: string;
            upgrade_mode: components["schemas"]["UpgradeMode"];
            /** @description The options of the plugin. Secrets are shown as `***`. */
            options: {
                [key: string]: unknown;
            };
        };
        LastFallback: {
            /**
             * Format: date-time
             * @description When the delivery arrived.
             * @example 2026-11-20T10:00:00.000Z
             */
            at: string;
            /** @description Why the plugin of the webhook could not parse the delivery. */
            reason: string;
        };
        RefusedDeliveries: {
            /**
             * @description The status of the response.
             * @example 413
             */
            status: number;
            /** @description Deliveries that got this status. */
            count: number;
            /**
             * Format: date-time
             * @description When the last of them was refused.
             * @example 2026-11-20T10:00:00.000Z
             */
            last_at: string;
            /**
             * @description Why the last of them was refused.
             * @example The body is larger than this service accepts: inflated it may have 8388608 bytes (BODY_LIMIT)
             */
            last_reason: string;
        };
        HeldUpgrade: {
            /**
             * @description The newer version, to which the webhook was not upgraded.
             * @example 2.0.0
             */
            version: string;
            /** @description Why the webhook was not upgraded: the version does worse, or could not be tried. */
            reason: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            checked_at: string;
        };
        WebhookHealth: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_received_at: string | null;
            /** @description Deliveries that arrived. */
            received_count: number;
            /** @description Deliveries that were quarantined. */
            failed_count: number;
            /** @description Deliveries in `failed_count` for which the quarantine had no room. They stay in the delivery log for some days, and can be replayed from there. */
            unkept_count: number;
            /** @description Deliveries that the plugin of the webhook could not parse, or only in part, and that plugin `auto` parsed instead. More than 0 means that the plugin does not fit the sender, or that the sender has a new format. */
            fallback_count: number;
            /** @description The last delivery that plugin `auto` parsed instead. `null`: there was none. */
            last_fallback: components["schemas"]["LastFallback"] | null;
            /** @description Deliveries that were refused, whatever the status of the response. They may lag a second behind, and are not in `received_count`. */
            refused_count: number;
            /** @description The refused deliveries by status. 404: the access key or the path is wrong. 413: the body exceeds the limit of the service. 503: the webhook has reached `max_rate` or `max_backlog`, a budget is used up, or the service is overloaded; most senders try again. Empty: none was refused. */
            refused?: components["schemas"]["RefusedDeliveries"][];
            /** @description Deliveries accepted and not yet processed. */
            backlog: number;
            /** @description Milliseconds that the oldest delivery of the backlog has waited. 0 without a backlog. */
            lag_ms: number;
            last_error: string | null;
            /** @description The newer version to which a webhook with `upgrade_mode` AUTO was not upgraded, and why. `null`: there is none. */
            upgrade: components["schemas"]["HeldUpgrade"] | null;
        };
        /** @enum {string} */
        VerificationState: "PENDING" | "VERIFIED" | "FAILED";
        PluginCheck: {
            /** @example samples */
            name: string;
            ok: boolean;
            /** @example 4 of 4 samples become what they promise */
            message: string;
        };
        VerificationInfo: {
            /** @example verification_01kagexvhve0ya7d9z5kq5nh3m */
            verification_id: string;
            state: components["schemas"]["VerificationState"];
            /**
             * @description The plugin version that was tested.
             * @example 1.0.0
             */
            version: string;
            /** @description The checks and their results. Empty while the verification is PENDING. */
            checks: components["schemas"]["PluginCheck"][];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            finished_at: string | null;
        };
        WebhookInfo: {
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id: string;
            name: string;
            state: components["schemas"]["WebhookState"];
            /** @description The access key. A VIEWER gets only its last characters. */
            access_key: string;
            /**
             * Format: date-time
             * @description When a sender last used the access key, shown up to 20 seconds late. `null`: never.
             * @example 2026-11-20T10:00:00.000Z
             */
            access_key_last_used_at?: string | null;
            /** @description The key before the last rotation. `null`: no previous key is valid. */
            previous_access_key?: components["schemas"]["PreviousAccessKey"] | null;
            /** @description The URL that the monitoring system posts to. */
            webhook_url: string;
            /**
             * @description The current plugin version.
             * @example 1.0.0
             */
            version: string;
            plugin_info: components["schemas"]["WebhookPluginInfo"];
            /**
             * @example {
             *       "team": "platform"
             *     }
             */
            tags: {
                [key: string]: string;
            };
            settings: components["schemas"]["WebhookSettings"];
            health: components["schemas"]["WebhookHealth"];
            /** @description The verification that was requested last. `null`: there is none. */
            verification: components["schemas"]["VerificationInfo"] | null;
            project_id: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by?: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
        };
        UpdateWebhookRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @example Alertmanager in Frankfurt */
            name?: string;
            /**
             * @description Replaces all tags.
             * @example {
             *       "team": "platform"
             *     }
             */
            tags?: {
                [key: string]: string;
            };
            /** @description Only the given settings are changed. */
            settings?: components["schemas"]["WebhookSettings"];
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            webhook_id?: string;
        };
        UpdateWebhookPluginRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description The version to pin; `upgrade_mode` becomes MANUAL.
             * @example 1.0.0
             */
            version?: string;
            upgrade_mode?: components["schemas"]["UpgradeMode"];
            /** @description Replaces all options. A secret that is sent back as `***` is kept. */
            options?: {
                [key: string]: unknown;
            };
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            webhook_id?: string;
        };
        WebhookRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            webhook_id?: string;
        };
        RotateAccessKeyRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description The number of seconds for which the old key stays valid. Default: 0.
             * @example 0
             */
            grace_seconds?: number;
            /** @description True ends the grace period of an earlier rotation now, for example because a secret leaked. Otherwise a rotation is refused with 409 until that grace period is over. */
            end_grace?: boolean;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            webhook_id?: string;
        };
        WebhookQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            query?: components["schemas"]["Query"] | null;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string | null;
            name?: string | null;
            state?: components["schemas"]["WebhookState"] | null;
            /** @description The full access key. A part of it matches nothing. */
            access_key?: string | null;
            /** @description The full URL. A part of it matches nothing. */
            webhook_url?: string | null;
            project_id?: string | null;
        };
        WebhooksInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialWebhookInfo"][];
        };
        WebhookStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of webhooks of each state. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        /** @enum {string} */
        EventType: "ALERT" | "RECOVERY" | "ERROR";
        EventResource: {
            resource_id: string | null;
            resource_type: string | null;
            name: string | null;
        };
        EventLink: {
            name: string;
            /** @description http or https. */
            url: string;
        };
        EventPluginInfo: {
            /** @example prometheus */
            plugin_id: string;
            /** @example 1.0.0 */
            version: string;
        };
        EventSource: {
            /** @description The name that the webhook had when the event was stored. */
            name: string | null;
            /** @example prometheus */
            plugin_id: string;
        };
        EventInfo: {
            /** @example event_01kagexvhve0ya7d9z5kq5nh3m */
            event_id: string;
            /** @description The identifier of the problem. All alarms of a problem and its recovery have the same event key. */
            event_key: string;
            event_type: components["schemas"]["EventType"];
            title: string;
            description: string;
            severity: components["schemas"]["Severity"];
            rule: string | null;
            resource: components["schemas"]["EventResource"];
            provider: string | null;
            account: string | null;
            /** @description The address of an image: http or https. */
            image_url: string | null;
            /**
             * @description The labels, tags, dimensions or custom details that the sender sends, and over them those of `settings.labels` of the webhook. A label is a field of queries: `labels.team`. `{}` for events from before version 0.3.
             * @example {
             *       "alertname": "DiskAlmostFull",
             *       "team": "shop",
             *       "severity": "critical"
             *     }
             */
            labels: {
                [key: string]: string;
            };
            /**
             * @description Pages about the alarm. Usual names are runbook, dashboard, panel, generator, source (the page of the alarm at its sender), silence, and image.
             * @example [
             *       {
             *         "name": "runbook",
             *         "url": "https://runbooks.example.com/disk"
             *       }
             *     ]
             */
            links: components["schemas"]["EventLink"][];
            /** @description The part of the payload that the event was parsed from. */
            raw_data: {
                [key: string]: unknown;
            };
            /** @description What the sender says and no other field contains. */
            additional_info: {
                [key: string]: unknown;
            };
            /**
             * @description The alert that the event belongs to. An ALERT and its RECOVERY belong to the same alert.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id: string;
            project_id: string;
            domain_id: string;
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            delivery_id: string;
            /** @description The plugin that parsed the event, and its version. */
            plugin_info: components["schemas"]["EventPluginInfo"];
            /**
             * Format: date-time
             * @description When the delivery of the event arrived.
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the alarm occurred, as the sender states it. If the sender states no time, the arrival.
             * @example 2026-11-20T10:00:00.000Z
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description When the problem began, as the sender states it; else, the arrival. `null` for a RECOVERY that does not say when its problem began.
             * @example 2026-11-20T10:00:00.000Z
             */
            started_at: string | null;
            /** @description Where the event came from. */
            source: components["schemas"]["EventSource"];
            /**
             * Format: date-time
             * @description When the event was stored.
             * @example 2026-11-20T10:00:00.000Z
             */
            stored_at: string;
        };
        EventQuery: {
            /**
             * @description The domain of the request. An API key may name its own only.
             * @example demo
             */
            domain_id: string;
            /** @example event_01kagexvhve0ya7d9z5kq5nh3m */
            event_id?: string | null;
            /** @description The identifier of the problem. All alarms of a problem and its recovery have the same event key. */
            event_key?: string | null;
            event_type?: components["schemas"]["EventType"] | null;
            severity?: components["schemas"]["Severity"] | null;
            resource_id?: string | null;
            provider?: string | null;
            account?: string | null;
            /**
             * @description The alert that the event belongs to. An ALERT and its RECOVERY belong to the same alert.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string | null;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string | null;
            project_id?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        EventsInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialEventInfo"][];
        };
        EventStatQuery: {
            /**
             * @description The domain of the request. An API key may name its own only.
             * @example demo
             */
            domain_id: string;
            /**
             * @example {
             *       "aggregate": [
             *         {
             *           "group": {
             *             "keys": [
             *               {
             *                 "key": "created_at",
             *                 "name": "date",
             *                 "date_format": "%Y-%m-%d"
             *               }
             *             ],
             *             "fields": [
             *               {
             *                 "name": "count",
             *                 "operator": "count"
             *               }
             *             ]
             *           }
             *         },
             *         {
             *           "sort": {
             *             "key": "date",
             *             "desc": true
             *           }
             *         },
             *         {
             *           "limit": 10
             *         }
             *       ]
             *     }
             */
            query: components["schemas"]["StatisticsQuery"];
        };
        StreamQuery: {
            /**
             * @description Conditions that must all match. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "created_at",
             *         "v": "now/d - 7d",
             *         "o": "timediff_gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][];
            /**
             * @description Words that must all occur in keyword fields of the resource.
             * @example
             */
            keyword?: string;
        };
        /** @enum {string} */
        AlertMessageType: "alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted";
        /** @enum {string} */
        AlertState: "OPEN" | "RESOLVED";
        /** @enum {string} */
        ResolvedReason: "RECOVERY" | "STALE" | "WEBHOOK_DELETED" | "MANUAL";
        AlertSource: {
            /** @description The name that the webhook had when the event was stored. */
            name: string | null;
            /** @example prometheus */
            plugin_id: string | null;
        };
        AlertEscalation: {
            /** @description The number of the last step that was told; 0: none yet. `null` if nothing escalates. */
            step: number | null;
            /**
             * Format: date-time
             * @description When the next step is due. `null` if none is, or while the escalation is held.
             * @example 2026-11-20T10:00:00.000Z
             */
            next_at: string | null;
        };
        AlertInfo: {
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            alert_id: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id: string;
            project_id: string;
            domain_id: string;
            /** @description The identifier of the problem. All events of the alert have this event key. */
            event_key: string;
            state: components["schemas"]["AlertState"];
            resolved_reason: components["schemas"]["ResolvedReason"] | null;
            /** @description The severity of the latest event that is not a recovery. `title`, `description`, `resource`, `labels` and `links` are from the same event. */
            severity: components["schemas"]["Severity"];
            title: string;
            /**
             * @description The rule of the event that opened the alert. `null` if that event has none, and for alerts from before the upgrade to version 0.2.
             * @example NodeDown
             */
            rule: string | null;
            /** @description As `title`, at most 4,096 characters. Empty for alerts from before version 0.3. */
            description: string;
            resource: components["schemas"]["EventResource"];
            /**
             * @description The labels, tags, dimensions or custom details that the sender sends, and over them those of `settings.labels` of the webhook. A label is a field of queries: `labels.team`. `{}` for events from before version 0.3.
             * @example {
             *       "alertname": "DiskAlmostFull",
             *       "team": "shop",
             *       "severity": "critical"
             *     }
             */
            labels: {
                [key: string]: string;
            };
            /**
             * @description Pages about the alarm. Usual names are runbook, dashboard, panel, generator, source (the page of the alarm at its sender), silence, and image.
             * @example [
             *       {
             *         "name": "runbook",
             *         "url": "https://runbooks.example.com/disk"
             *       }
             *     ]
             */
            links: components["schemas"]["EventLink"][];
            /** @description Where the latest event came from. `null` in alerts from before version 0.3. */
            source: components["schemas"]["AlertSource"];
            /**
             * Format: date-time
             * @description When the problem began, as the sender of the event that opened the alert states it; else, when that arrived.
             * @example 2026-11-20T10:00:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            opened_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            resolved_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_received_at: string;
            event_count: number;
            /** @description The number of repeated alarms that were counted instead of being stored as events. */
            duplicate_count: number;
            /** @description Seconds from `opened_at` to `resolved_at`. `null` while the alert is open. */
            resolved_after: number | null;
            /** @description Whether the alert is acknowledged. A resolved alert keeps its acknowledgement. */
            acknowledged: boolean;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            acknowledged_at: string | null;
            /**
             * @description Who acknowledged the alert: the user of the key, or `root` for the root key. What a sender says of its own users is followed by the name of the webhook (`jane (via zabbix-fra)`; without a name `via zabbix-fra`), as nobody checks it.
             * @example jane@example.com
             */
            acknowledged_by: string | null;
            /** @description The comment of the acknowledgement. */
            comment: string | null;
            /**
             * Format: date-time
             * @description When the acknowledgement ends. `null`: when the alert is resolved.
             * @example 2026-11-20T10:00:00.000Z
             */
            acknowledged_until: string | null;
            /**
             * @description Who resolved the alert: the user of the key, or `root` for the root key. If `resolved_reason` is RECOVERY, the user whom the sender names, followed by the name of the webhook (`jane (via pagerduty)`), as nobody checks it. `null` if nobody did, or the sender names nobody.
             * @example jane@example.com
             */
            resolved_by: string | null;
            /** @description The comment of `resolved_by`. */
            resolved_comment: string | null;
            /**
             * Format: date-time
             * @description Until when repeats of an alert that a user has resolved are counted on it and open no other alert. A recovery of the sender, or another alert of the same event key, ends that time. `null` unless `resolved_reason` is MANUAL.
             * @example 2026-11-20T10:00:00.000Z
             */
            quiet_until: string | null;
            /** @description Seconds from `opened_at` to `acknowledged_at`. `null` while the alert is not acknowledged. */
            acknowledged_after: number | null;
            /**
             * @description Who takes care of the alert: a user id or an e-mail address. A resolved alert keeps its assignee.
             * @example jane@example.com
             */
            assignee: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            assigned_at: string | null;
            /** @description Who assigned the alert, as in `acknowledged_by`. */
            assigned_by: string | null;
            /** @description What escalations are doing for the alert, up to a few seconds ago. */
            escalation: components["schemas"]["AlertEscalation"];
        };
        AlertChange: {
            /** @description The value before the change. `null`: the alert is new, or the value is unknown. */
            state_before: components["schemas"]["AlertState"] | null;
            state: components["schemas"]["AlertState"];
            /** @description The value before the change. `null`: the alert is new, or the value is unknown. */
            severity_before: components["schemas"]["Severity"] | null;
            severity: components["schemas"]["Severity"];
            /**
             * @description The event that caused the change. `null`: no event did.
             * @example event_01kagexvhve0ya7d9z5kq5nh3m
             */
            event_id: string | null;
            /** @description The user who changed the alert, as in `acknowledged_by` and `resolved_by`. `null`: an alarm or the service changed it. */
            actor: string | null;
            /** @description To whom `alert.assigned` gave the alert. `null`: to nobody, or the change is another one. */
            assignee: string | null;
            /**
             * @description The note of `alert.noted`.
             * @example note_01kagexvhve0ya7d9z5kq5nh3m
             */
            note_id: string | null;
            /** @description The text of the note. `null` also if the note was deleted meanwhile. */
            note: string | null;
            /** @description Whether the event key of the alert is flapping. One `alert.flapping` message announces it. */
            flapping: boolean;
        };
        AlertMessageData: {
            /** @description The alert as it was when the message was sent. */
            alert: components["schemas"]["AlertInfo"];
            change: components["schemas"]["AlertChange"];
        };
        AlertMessage: {
            type: components["schemas"]["AlertMessageType"];
            /**
             * Format: date-time
             * @description When the change happened.
             * @example 2026-11-20T10:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["AlertMessageData"];
        };
        StreamTokenRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
        };
        StreamTokenInfo: {
            /** @description The token, for the query parameter `token` of a stream. It is a secret. */
            token: string;
            /**
             * Format: date-time
             * @description When the token expires. Streams that it opened stay open.
             * @example 2026-11-20T10:00:00.000Z
             */
            expires_at: string;
        };
        AcknowledgeAlertRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @description A comment for everybody who reads the alert. */
            comment?: string;
            /**
             * @description When the acknowledgement ends: a time, or a relative time. Must be in the future. Default: when the alert is resolved.
             * @example now + 2h
             */
            until?: string;
            /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            only?: string[];
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            alert_id?: string;
        };
        UnacknowledgeAlertRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            only?: string[];
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            alert_id?: string;
        };
        AssignAlertRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description A user id or an e-mail address. `null`: nobody.
             * @example jane@example.com
             */
            assignee: string | null;
            /** @description Whether the alert is acknowledged as well, unless it is already. Default: whether you assign it to yourself. */
            acknowledge?: boolean;
            /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            only?: string[];
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            alert_id?: string;
        };
        MatchQuery: {
            /**
             * @description Conditions that must all match. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "created_at",
             *         "v": "now/d - 7d",
             *         "o": "timediff_gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][];
            /**
             * @description Words that must all occur in keyword fields of the resource.
             * @example
             */
            keyword?: string;
        };
        AcknowledgeAlertsRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description Selects the open alerts to acknowledge. Without a condition, `all` is required.
             * @example {
             *       "filter": [
             *         {
             *           "k": "severity",
             *           "v": "WARNING",
             *           "o": "eq"
             *         }
             *       ]
             *     }
             */
            query: components["schemas"]["MatchQuery"];
            /** @description True: a `query` without conditions means all records. Otherwise it is refused. */
            all?: boolean | null;
            /** @description A comment for everybody who reads the alert. */
            comment?: string | null;
            /**
             * @description When the acknowledgement ends: a time, or a relative time. Must be in the future. Default: when the alert is resolved.
             * @example now + 2h
             */
            until?: string | null;
        };
        AcknowledgedAlertsInfo: {
            /** @description The number of open alerts that `query` found. All of them are acknowledged now. */
            acknowledged_count: number;
        };
        ResolveAlertRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @description A comment for everybody who reads the alert. */
            comment?: string;
            /**
             * @description How long repeats of the alert are counted on it and open no other alert: a duration from 0s to 24h. Default: 1h.
             * @example 1h
             */
            quiet_for?: string;
            /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            only?: string[];
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            alert_id?: string;
        };
        ResolveAlertsRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description Selects the open alerts to resolve. Without a condition, `all` is required.
             * @example {
             *       "filter": [
             *         {
             *           "k": "severity",
             *           "v": "WARNING",
             *           "o": "eq"
             *         }
             *       ]
             *     }
             */
            query: components["schemas"]["MatchQuery"];
            /** @description True: a `query` without conditions means all records. Otherwise it is refused. */
            all?: boolean | null;
            /** @description A comment for everybody who reads the alert. */
            comment?: string | null;
            /**
             * @description How long repeats of the alert are counted on it and open no other alert: a duration from 0s to 24h. Default: 1h.
             * @example 1h
             */
            quiet_for?: string | null;
        };
        ResolvedAlertsInfo: {
            /** @description The number of open alerts that `query` found. All of them are resolved now. */
            resolved_count: number;
        };
        AlertQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string | null;
            project_id?: string | null;
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            alert_id?: string | null;
            /** @description The identifier of the problem. All events of the alert have this event key. */
            event_key?: string | null;
            state?: components["schemas"]["AlertState"] | null;
            /** @description The severity of the latest event that is not a recovery. `title`, `description`, `resource`, `labels` and `links` are from the same event. */
            severity?: components["schemas"]["Severity"] | null;
            /** @description The rule of the event that opened the alert. `null` if that event has none, and for alerts from before the upgrade to version 0.2. */
            rule?: string | null;
            /** @description Whether the alert is acknowledged. A resolved alert keeps its acknowledgement. */
            acknowledged?: boolean | null;
            /** @description Who takes care of the alert: a user id or an e-mail address. A resolved alert keeps its assignee. */
            assignee?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        AlertsInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialAlertInfo"][];
        };
        AlertStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @example {
             *       "aggregate": [
             *         {
             *           "group": {
             *             "keys": [
             *               {
             *                 "key": "opened_at",
             *                 "name": "date",
             *                 "date_format": "%Y-%m-%d"
             *               }
             *             ],
             *             "fields": [
             *               {
             *                 "name": "count",
             *                 "operator": "count"
             *               }
             *             ]
             *           }
             *         },
             *         {
             *           "sort": {
             *             "key": "date",
             *             "desc": true
             *           }
             *         },
             *         {
             *           "limit": 10
             *         }
             *       ]
             *     }
             */
            query: components["schemas"]["StatisticsQuery"];
        };
        /**
         * @description The entry has the object with this name, and none of the others. More kinds may be added.
         * @enum {string}
         */
        TimelineKind: "event" | "change" | "acknowledgement" | "note" | "silence" | "inhibition" | "escalation" | "notification";
        TimelineEvent: {
            /**
             * @description The first of them.
             * @example event_01kagexvhve0ya7d9z5kq5nh3m
             */
            event_id: string;
            event_type: components["schemas"]["EventType"];
            severity: components["schemas"]["Severity"];
            title: string;
            /** @description The number of events with this type, severity and title in a row. */
            count: number;
            /**
             * Format: date-time
             * @description When the last of them arrived.
             * @example 2026-11-20T10:00:00.000Z
             */
            last_at: string;
        };
        TimelineChange: {
            /**
             * @description The kind of the change, as in the messages of subscriptions without `alert.`.
             * @example escalated
             */
            change: string;
            severity_before: components["schemas"]["Severity"] | null;
            /** @description `null` if it is not known any more. */
            severity: components["schemas"]["Severity"] | null;
            /**
             * @description The event that caused the change.
             * @example event_01kagexvhve0ya7d9z5kq5nh3m
             */
            event_id: string | null;
            /** @description Who made the change; `null`: the sender or the service. */
            by: string | null;
            /** @description To whom the alert was assigned; `null`: to nobody. */
            assignee: string | null;
            /** @description The comment of who resolved the alert. */
            comment: string | null;
        };
        TimelineAcknowledgement: {
            acknowledged: boolean;
            /** @description `null` for an acknowledgement that ended by itself. */
            by: string | null;
            comment: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            until: string | null;
        };
        TimelineNote: {
            /** @example note_01kagexvhve0ya7d9z5kq5nh3m */
            note_id: string;
            /**
             * @description Who wrote the note: the user of the key, or `root` for the root key.
             * @example jane@example.com
             */
            author: string;
            /**
             * @description Plain text, which may have several lines.
             * @example The disk is replaced tomorrow: https://tickets.example.com/4711
             */
            text: string;
        };
        TimelineSubscription: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            name: string | null;
        };
        TimelineSilence: {
            /** @example silence_01kagexvhve0ya7d9z5kq5nh3m */
            silence_id: string;
            /** @description `null` if the silence was deleted long ago. */
            name: string | null;
            reason: string | null;
            /**
             * Format: date-time
             * @description When the silence ends or has ended.
             * @example 2026-11-20T10:00:00.000Z
             */
            until: string | null;
            /** @example alert.opened */
            notification_kind: string;
            /** @description Who would have been told. */
            subscriptions: components["schemas"]["TimelineSubscription"][];
        };
        TimelineInhibition: {
            /** @example inhibition_01kagexvhve0ya7d9z5kq5nh3m */
            inhibition_id: string;
            /** @description `null` if the inhibition was deleted long ago. */
            name: string | null;
            /**
             * @description The alert that explained it.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            source_alert_id: string | null;
            /** @example alert.opened */
            notification_kind: string;
            /** @description Who would have been told. */
            subscriptions: components["schemas"]["TimelineSubscription"][];
        };
        /**
         * @description TOLD: a step was told. NOBODY: it has no receiver, so that the next one is told at once. LOST: none of its notifications arrived, likewise. UNREACHED: no step reached anybody, which the fallback was told. HELD: it stands still. RESTARTED: it begins again, as the alert is worse than it was acknowledged. WITHDRAWN: it has withdrawn an acknowledgement. ENDED: it was deleted.
         * @enum {string}
         */
        EscalationEntry: "TOLD" | "NOBODY" | "LOST" | "UNREACHED" | "HELD" | "RESTARTED" | "WITHDRAWN" | "ENDED";
        TimelineEscalation: {
            /** @example escalation_01kagexvhve0ya7d9z5kq5nh3m */
            escalation_id: string;
            /** @description Its name when it began. */
            name: string;
            /** @description TOLD: a step was told. NOBODY: it has no receiver, so that the next one is told at once. LOST: none of its notifications arrived, likewise. UNREACHED: no step reached anybody, which the fallback was told. HELD: it stands still. RESTARTED: it begins again, as the alert is worse than it was acknowledged. WITHDRAWN: it has withdrawn an acknowledgement. ENDED: it was deleted. */
            what: components["schemas"]["EscalationEntry"];
            /** @description The number of the step; 0: before the first. */
            step: number;
            /** @description Counts from 1. Repetitions and restarts begin the next one. */
            cycle: number;
            /** @description How many subscriptions were told. */
            told: number;
            reason: string | null;
        };
        /** @enum {string} */
        NotificationState: "PENDING" | "HELD" | "SENT" | "FAILED" | "SUPERSEDED" | "SILENCED" | "INHIBITED" | "CANCELLED";
        TimelineAttempt: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            at: string;
            /** @description `null` without a response. */
            status: number | null;
            latency_ms: number | null;
            /** @description `null` if the attempt succeeded. */
            error: string | null;
            /** @description The beginning of the response. */
            answer: string | null;
        };
        TimelineNotification: {
            /** @example notification_01kagexvhve0ya7d9z5kq5nh3m */
            notification_id: string;
            /** @example alert.opened */
            notification_kind: string;
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @description The name of the subscription; `null` if it was deleted long ago. */
            subscription: string | null;
            /** @example slack */
            protocol_id: string;
            state: components["schemas"]["NotificationState"];
            /** @description Why the notification is in this state. */
            reason: string | null;
            /**
             * @description The digest that contains the notification. The attempts are those of the digest.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            digest_id: string | null;
            /**
             * Format: date-time
             * @description The time at which the alert changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            next_attempt_at: string | null;
            attempt_count: number;
            /** @description The last 5 attempts, the oldest first. */
            attempts: components["schemas"]["TimelineAttempt"][];
        };
        TimelineEntryInfo: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            at: string;
            /** @description The entry has the object with this name, and none of the others. More kinds may be added. */
            kind: components["schemas"]["TimelineKind"];
            /**
             * @description The entry as a line for people.
             * @example Told ops-slack (slack) that it opened: sent, answered 200
             */
            text: string;
            /** @description An event, with those alike that follow it directly. */
            event?: components["schemas"]["TimelineEvent"];
            /** @description A change of the state or the severity. */
            change?: components["schemas"]["TimelineChange"];
            /** @description An acknowledgement, its withdrawal or its end. */
            acknowledgement?: components["schemas"]["TimelineAcknowledgement"];
            /** @description A note that was not deleted. */
            note?: components["schemas"]["TimelineNote"];
            /** @description A silence that held back what would have been told of one change. */
            silence?: components["schemas"]["TimelineSilence"];
            /** @description An inhibition that held back what would have been told of one change. */
            inhibition?: components["schemas"]["TimelineInhibition"];
            /** @description What an escalation did. The notifications of its steps are entries of their own. */
            escalation?: components["schemas"]["TimelineEscalation"];
            /** @description A notification. Its time is that at which it was sent or last tried, else that of the change. */
            notification?: components["schemas"]["TimelineNotification"];
        };
        AlertTimelineInfo: {
            /** @description The newest 1,000 entries, the oldest first. */
            results: components["schemas"]["TimelineEntryInfo"][];
            /** @description The number of all entries. */
            total_count: number;
            /** @description The number of entries, earlier than the others, that are left out. */
            left_out_count: number;
        };
        AddAlertNoteRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description Plain text of 1 to 1,000 characters, which may have several lines. Markup is shown as it is; control characters become spaces.
             * @example The disk is replaced tomorrow: https://tickets.example.com/4711
             */
            text: string;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            alert_id?: string;
        };
        AlertNoteInfo: {
            /** @example note_01kagexvhve0ya7d9z5kq5nh3m */
            note_id: string;
            /**
             * @description Who wrote the note: the user of the key, or `root` for the root key.
             * @example jane@example.com
             */
            author: string;
            /**
             * @description Plain text, which may have several lines.
             * @example The disk is replaced tomorrow: https://tickets.example.com/4711
             */
            text: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
        };
        AlertNotesInfo: {
            results: components["schemas"]["AlertNoteInfo"][];
            total_count: number;
        };
        PutHeartbeatRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description The longest time between two pings, from 10s to 40d. A new heartbeat needs this or `schedule`. Replaces a schedule.
             * @example 5m
             */
            expect_every?: string | null;
            /**
             * @description A cron expression of five fields: minute, hour, day of month, month, day of week. A ping is expected after each time it names. A new heartbeat needs this or `expect_every`. Replaces `expect_every`.
             * @example 0 2 * * *
             */
            schedule?: string | null;
            /**
             * @description The IANA time zone of `schedule`. Default with a new schedule: UTC.
             * @example Europe/Berlin
             */
            timezone?: string | null;
            /**
             * @description How late a ping may be, after `expect_every` or a scheduled time, from 0s to 40d. Default for a new heartbeat: 1m.
             * @example 1m
             */
            grace?: string;
            /** @description The severity of the alert that is open while the heartbeat is missing. Default for a new heartbeat: CRITICAL. */
            severity?: components["schemas"]["Severity"];
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            webhook_id?: string;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            name?: string;
        };
        /**
         * @description NEW until the first ping arrives. A NEW heartbeat cannot be missing. MISSING: no ping came in time, or the source reported a failure.
         * @enum {string}
         */
        HeartbeatState: "NEW" | "ALIVE" | "MISSING";
        HeartbeatInfo: {
            /** @example heartbeat_01kagexvhve0ya7d9z5kq5nh3m */
            heartbeat_id: string;
            /**
             * @description The name, unique within the webhook. `*` is the heartbeat of `settings.heartbeat`, which every delivery pings.
             * @example backup
             */
            name: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id: string;
            /**
             * @description The longest time between two pings. `null` if there is a `schedule`.
             * @example 5m
             */
            expect_every: string | null;
            /**
             * @description The times at which pings are expected, as a cron expression. `null` if there is an `expect_every`.
             * @example 0 2 * * *
             */
            schedule: string | null;
            /**
             * @description The IANA time zone of `schedule`. `null` if there is none.
             * @example Europe/Berlin
             */
            timezone: string | null;
            /**
             * @description How late a ping may be.
             * @example 1m
             */
            grace: string;
            /** @description The severity of the alert that is open while the heartbeat is missing. */
            severity: components["schemas"]["Severity"];
            /** @description NEW until the first ping arrives. A NEW heartbeat cannot be missing. MISSING: no ping came in time, or the source reported a failure. */
            state: components["schemas"]["HeartbeatState"];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_ping_at: string | null;
            /**
             * @description The open alert of a missing or failed heartbeat. `null` while the heartbeat is not missing.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id: string | null;
            project_id: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the terms were last changed: `expect_every`, `schedule`, `timezone`, `grace`, `severity` or `managed_by`.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
            /**
             * @description The next three scheduled times. Empty if there is no `schedule`. Absent in lists and searches.
             * @example [
             *       "2026-11-28T01:00:00.000Z"
             *     ]
             */
            next_expected_at?: string[];
        };
        HeartbeatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string | null;
            project_id?: string | null;
            /** @description The name, unique within the webhook. `*` is the heartbeat of `settings.heartbeat`, which every delivery pings. */
            name?: string | null;
            /** @description NEW until the first ping arrives. A NEW heartbeat cannot be missing. MISSING: no ping came in time, or the source reported a failure. */
            state?: components["schemas"]["HeartbeatState"] | null;
            /** @description The severity of the alert that is open while the heartbeat is missing. */
            severity?: components["schemas"]["Severity"] | null;
            query?: components["schemas"]["Query"] | null;
        };
        HeartbeatsInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialHeartbeatInfo"][];
        };
        HeartbeatStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the total number of heartbeats. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        CreateEventRequest: {
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id: string;
            /** @description The access key of the webhook: the part of its URL before `/events`. */
            access_key: string;
            /** @description The payload of the monitoring system. */
            data: Record<string, unknown> | unknown[];
        };
        /** @enum {string} */
        DeliveryStatus: "ACCEPTED" | "PROCESSED" | "QUARANTINED";
        /** @enum {string} */
        Outcome: "ACKNOWLEDGED" | "CREATED" | "DUPLICATE" | "HEARTBEAT" | "IGNORED" | "QUARANTINED";
        DeliveryOutcome: {
            /** @description The position of the alarm in the payload, from 0. */
            index: number;
            outcome: components["schemas"]["Outcome"];
            /**
             * @description The event that was created, or the event that the alarm repeats.
             * @example event_01kagexvhve0ya7d9z5kq5nh3m
             */
            event_id: string | null;
            /**
             * @description The alert of the event, or the alert whose acknowledgement the sender reported. Null for other outcomes, and in outcomes from before release 0.3.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id: string | null;
            /** @description With IGNORED and QUARANTINED: why. With DUPLICATE: only if the sender signed the whole delivery with the same id as an earlier one, which is named. `event_id` is then null. With HEARTBEAT: the name of the heartbeat that was pinged. With ACKNOWLEDGED: `acknowledged by` and the user, `acknowledged` if the user is unknown, or `no longer acknowledged`. */
            reason: string | null;
        };
        DeliveryInfo: {
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            delivery_id: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            received_at: string;
            status: components["schemas"]["DeliveryStatus"];
            /** @description The outcome of each alarm. Empty until the delivery is processed. */
            outcomes: components["schemas"]["DeliveryOutcome"][];
        };
        /** @enum {string} */
        ReceiptStatus: "ACCEPTED";
        DeliveryReceipt: {
            /**
             * @description The id of the delivery. `GET /monitoring/v1/delivery/{delivery_id}` returns its outcomes.
             * @example delivery_01kagexvhve0ya7d9z5kq5nh3m
             */
            delivery_id: string;
            /**
             * Format: date-time
             * @description When the delivery arrived.
             * @example 2026-11-20T10:00:00.000Z
             */
            received_at: string;
            status: components["schemas"]["ReceiptStatus"];
        };
        ReplayDeliveryRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            delivery_id?: string;
        };
        LedgerDeliveries: {
            /** @description Deliveries that were acknowledged. */
            accepted: number;
            processed: number;
            /** @description Deliveries of which some part could not be parsed or stored. */
            quarantined: number;
            /** @description Deliveries that are not processed yet. */
            pending: number;
            /** @description Acknowledged deliveries that were missing after a fail-over of the database, as earlier releases recorded. Not included in `accepted`. */
            lost: number;
            /** @description Deliveries that the database refuses. They are kept in a file of a spool and not processed: `accepted` is the sum of `processed`, `quarantined`, `pending` and `kept`. */
            kept: number;
        };
        LedgerAlarms: {
            /** @description Alarms that were found in the deliveries. */
            parsed: number;
            /** @description Alarms that became events. */
            created: number;
            /** @description Alarms that repeat an event and were counted on its alert. */
            duplicate: number;
            /** @description Items that are not alarms, such as a test, or an acknowledgement while no alert of its event key was open. */
            ignored: number;
            quarantined: number;
            /** @description Pings of heartbeats. Not included in `parsed`. */
            heartbeat: number;
            /** @description Acknowledgements that senders reported. Not included in `parsed`. */
            acknowledged: number;
        };
        LedgerDayInfo: {
            /**
             * @description The day of arrival, in UTC.
             * @example 2026-11-21
             */
            day: string;
            deliveries: components["schemas"]["LedgerDeliveries"];
            alarms: components["schemas"]["LedgerAlarms"];
            /** @description Whether nothing is lost or duplicated. */
            balanced: boolean;
        };
        LedgerLossInfo: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            found_at: string;
            /** @example its timeline was 1 and is 2 */
            reason: string;
            delivery_count: number;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            first_received_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_received_at: string;
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            first_delivery_id: string;
            /**
             * @description The first delivery of the last segment.
             * @example delivery_01kagexvhve0ya7d9z5kq5nh3m
             */
            last_delivery_id: string;
        };
        LedgerInfo: {
            results: components["schemas"]["LedgerDayInfo"][];
            /** @description The losses, newest first. At most 100. */
            losses: components["schemas"]["LedgerLossInfo"][];
            balanced: boolean;
        };
        /**
         * @description QUARANTINED: the delivery was accepted, but some of it could not be parsed or stored. UNREADABLE: the delivery was rejected because its body is neither JSON nor a form. It cannot be replayed.
         * @enum {string}
         */
        QuarantineStatus: "QUARANTINED" | "UNREADABLE";
        /**
         * @description The encoding of `body`.
         * @enum {string}
         */
        BodyEncoding: "utf-8" | "base64";
        QuarantinedDeliveryInfo: {
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            delivery_id: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id: string;
            project_id: string;
            domain_id: string;
            /** @description QUARANTINED: the delivery was accepted, but some of it could not be parsed or stored. UNREADABLE: the delivery was rejected because its body is neither JSON nor a form. It cannot be replayed. */
            status: components["schemas"]["QuarantineStatus"];
            /**
             * @description Why the delivery is in quarantine. If there are several reasons, the first of them.
             * @example alerts: is missing
             */
            reason: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            received_at: string;
            /** @description The outcome of each alarm. Empty if the body could not be parsed. */
            outcomes: components["schemas"]["DeliveryOutcome"][];
            /** @example application/json */
            content_type: string;
            /** @description The stored headers. Headers that contain secrets are never stored. */
            headers: {
                [key: string]: unknown;
            };
            /** @description The parameters of the query string. */
            query: {
                [key: string]: unknown;
            };
            /** @description The part of the path after `/events`. */
            path_suffix: string;
            /**
             * @description The posted body.
             * @example {"status":"firing"}
             */
            body: string;
            /** @description The encoding of `body`. */
            body_encoding: components["schemas"]["BodyEncoding"];
            /** @description Whether `body` is only the beginning of the posted body. Of an UNREADABLE delivery only the first 64 KiB are stored. */
            body_truncated: boolean;
        };
        QuarantineQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string | null;
            project_id?: string | null;
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            delivery_id?: string | null;
            /** @description QUARANTINED: the delivery was accepted, but some of it could not be parsed or stored. UNREADABLE: the delivery was rejected because its body is neither JSON nor a form. It cannot be replayed. */
            status?: components["schemas"]["QuarantineStatus"] | null;
            query?: components["schemas"]["Query"] | null;
        };
        QuarantineInfo: {
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            delivery_id: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id: string;
            project_id: string;
            domain_id: string;
            /** @description QUARANTINED: the delivery was accepted, but some of it could not be parsed or stored. UNREADABLE: the delivery was rejected because its body is neither JSON nor a form. It cannot be replayed. */
            status: components["schemas"]["QuarantineStatus"];
            /**
             * @description Why the delivery is in quarantine. If there are several reasons, the first of them.
             * @example alerts: is missing
             */
            reason: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            received_at: string;
        };
        QuarantinesInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialQuarantineInfo"][];
        };
        QuarantineStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @example {
             *       "aggregate": [
             *         {
             *           "group": {
             *             "keys": [
             *               {
             *                 "key": "received_at",
             *                 "name": "date",
             *                 "date_format": "%Y-%m-%d"
             *               }
             *             ],
             *             "fields": [
             *               {
             *                 "name": "count",
             *                 "operator": "count"
             *               }
             *             ]
             *           }
             *         },
             *         {
             *           "sort": {
             *             "key": "date",
             *             "desc": true
             *           }
             *         },
             *         {
             *           "limit": 10
             *         }
             *       ]
             *     }
             */
            query: components["schemas"]["StatisticsQuery"];
        };
        ReplayWebhookRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The start of the time range, inclusive: a time, or a relative time like `now - 1d`. Deliveries are selected by their arrival.
             * @example 2026-11-20T10:00:00.000Z
             */
            from: string;
            /**
             * @description The end of the time range, exclusive: a time, or a relative time.
             * @example 2026-11-21T10:00:00.000Z
             */
            to: string;
            /** @description Whether only quarantined alarms are replayed. False: also ignored alarms of deliveries that are still in the delivery log. Default: true. */
            quarantined_only?: boolean | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            webhook_id?: string;
        };
        /** @enum {string} */
        ReplayState: "PENDING" | "RUNNING" | "DONE" | "FAILED" | "CANCELLED";
        ReplayInfo: {
            /** @example replay_01kagexvhve0ya7d9z5kq5nh3m */
            replay_id: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id: string;
            state: components["schemas"]["ReplayState"];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            to: string;
            quarantined_only: boolean;
            /** @description Deliveries to be replayed. `null` until the replay has started. */
            total_count: number | null;
            /** @description Deliveries replayed so far. */
            done_count: number;
            /** @description Events created so far. */
            event_count: number;
            /** @description Deliveries that were not changed, because some of their alarms created events and the plugin now finds other alarms in them. */
            conflict_count: number;
            /** @description The last error. */
            reason: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            requested_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            finished_at: string | null;
        };
        CancelReplayRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            replay_id?: string;
        };
        PluginSummary: {
            /** @example prometheus */
            plugin_id: string;
            /** @example Prometheus Alertmanager */
            name: string;
            /** @example prometheus */
            provider: string;
            /**
             * @description The latest version.
             * @example 1.0.0
             */
            version: string;
            /** @description All versions, newest first. */
            versions: string[];
        };
        PluginsInfo: {
            results: components["schemas"]["PluginSummary"][];
            total_count: number;
        };
        PluginSample: {
            name: string;
            /** @example application/json */
            content_type?: string;
            headers?: {
                [key: string]: unknown;
            };
            /** @description The body, exactly as the sender posts it. */
            body: string;
            /** @description The expected outcomes, in the order of the payload. Fields that are not listed are not compared. */
            expect: Record<string, unknown>[];
            /** @description Samples with the same value have the same event_key. */
            incident?: string;
            /**
             * @description The first version that parses the sample so.
             * @example 1.1.0
             */
            since?: string;
        };
        PluginInfo: {
            /** @example prometheus */
            plugin_id: string;
            /** @example Prometheus Alertmanager */
            name: string;
            /** @example prometheus */
            provider: string;
            /**
             * @description The latest version.
             * @example 1.0.0
             */
            version: string;
            /** @description All versions, newest first. */
            versions: string[];
            /** @description JSON Schema 2020-12; a property marked `writeOnly` is a secret. */
            options_schema: {
                [key: string]: unknown;
            };
            /** @description A guide to set up the sender, in Markdown. */
            docs: string;
            samples: components["schemas"]["PluginSample"][];
        };
        /** @enum {string} */
        PreviewedOutcomeKind: "EVENT" | "ACKNOWLEDGED" | "IGNORED" | "ERROR";
        PreviewedAcknowledgement: {
            /**
             * @description The event key of the alert.
             * @example db-1
             */
            event_key: string;
            /** @description False: the acknowledgement was withdrawn. */
            acknowledged: boolean;
            /**
             * @description The user of the sender.
             * @example Ada Lovelace
             */
            by: string | null;
            comment: string | null;
            /**
             * Format: date-time
             * @description When the acknowledgement was made, as the sender states it. If the sender states no time, the arrival.
             * @example 2026-11-20T10:00:00.000Z
             */
            occurred_at: string;
        };
        PreviewedOutcome: {
            outcome: components["schemas"]["PreviewedOutcomeKind"];
            /** @description With EVENT: the fields of the event that the plugin sets. */
            event?: {
                [key: string]: unknown;
            };
            /** @description With ACKNOWLEDGED: the acknowledgement. */
            acknowledgement?: components["schemas"]["PreviewedAcknowledgement"];
            /** @description With IGNORED and ERROR: why the item is ignored or cannot be parsed. */
            reason?: string;
        };
        PluginPreview: {
            /** @example prometheus */
            plugin_id: string;
            /** @example 1.0.0 */
            version: string;
            /** @description The outcomes, in the order of the payload. */
            outcomes: components["schemas"]["PreviewedOutcome"][];
            /**
             * @description The number of further outcomes, if there are any. A preview shows at most 1000, and 1 MiB of them.
             * @example 500
             */
            omitted?: number;
        };
        ComparePluginRequest: {
            /**
             * @description The version to compare with the current one.
             * @example 1.0.0
             */
            version: string;
            /** @example demo */
            domain_id?: string | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            webhook_id?: string;
        };
        UnreadableCount: {
            /** @description Deliveries that the current version cannot parse, or only in part. */
            version: number;
            /** @description Deliveries that the compared version cannot parse, or only in part. */
            compared_version: number;
        };
        /**
         * @description CHANGED: both versions find the alarm, with different fields. ADDED: only the compared version finds it. REMOVED: only the current version finds it. UNREADABLE, READABLE: the compared version fails on more, or fewer, parts of the delivery.
         * @enum {string}
         */
        ReadingDifferenceKind: "CHANGED" | "ADDED" | "REMOVED" | "UNREADABLE" | "READABLE";
        FieldChange: {
            /** @example severity */
            field: string;
            /** @example NONE */
            before: string | null;
            /** @example CRITICAL */
            after: string | null;
        };
        ReadingDifference: {
            /** @description CHANGED: both versions find the alarm, with different fields. ADDED: only the compared version finds it. REMOVED: only the current version finds it. UNREADABLE, READABLE: the compared version fails on more, or fewer, parts of the delivery. */
            difference: components["schemas"]["ReadingDifferenceKind"];
            event_key: string | null;
            /** @description With UNREADABLE and READABLE: why a part of the delivery cannot be parsed. */
            reason: string | null;
            changes: components["schemas"]["FieldChange"][];
        };
        ComparedDelivery: {
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            delivery_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            received_at: string;
            /** @description Whether the compared version fails on more parts of the delivery, or finds no alarm in it any more. */
            worse: boolean;
            differences: components["schemas"]["ReadingDifference"][];
        };
        PluginComparison: {
            /** @example grafana */
            plugin_id: string;
            /**
             * @description The current version.
             * @example 1.0.0
             */
            version: string;
            /** @example 1.0.0 */
            compared_version: string;
            /** @description Stored deliveries that were parsed with both versions, at most 100. */
            deliveries: number;
            same: number;
            different: number;
            unreadable: components["schemas"]["UnreadableCount"];
            /** @description Whether any delivery is worse. A webhook with `upgrade_mode` AUTO is then not upgraded to this version. */
            worse: boolean;
            /** @description Deliveries with different results, newest first. */
            results: components["schemas"]["ComparedDelivery"][];
        };
        QuotaLimit: {
            /**
             * @description The limit for a UTC day; -1 or absent: unlimited.
             * @example 1000
             */
            day?: number;
            /**
             * @description The limit for a UTC month; -1 or absent: unlimited.
             * @example 20000
             */
            month?: number;
        };
        CreateQuotaRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example email */
            protocol_id: string;
            /**
             * @example {
             *       "day": 1000,
             *       "month": 20000
             *     }
             */
            limit: components["schemas"]["QuotaLimit"];
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
        };
        QuotaInfo: {
            /** @example quota_01kagexvhve0ya7d9z5kq5nh3m */
            quota_id: string;
            protocol_id: string;
            /** @description The limit as it was set. */
            limit: components["schemas"]["QuotaLimit"];
            /** @description Values of the limit that are valid but probably not intended. */
            warnings: string[];
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
        };
        UpdateQuotaRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description Replaces the whole limit.
             * @example {
             *       "day": 1000,
             *       "month": 20000
             *     }
             */
            limit: components["schemas"]["QuotaLimit"];
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            quota_id?: string;
        };
        QuotaQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            query?: components["schemas"]["Query"] | null;
            /** @example quota_01kagexvhve0ya7d9z5kq5nh3m */
            quota_id?: string | null;
            /** @example email */
            protocol_id?: string | null;
        };
        QuotasInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialQuotaInfo"][];
        };
        QuotaStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of all quotas. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        SimulateQuotaRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The limit to try.
             * @example {
             *       "day": 1000,
             *       "month": 20000
             *     }
             */
            limit: components["schemas"]["QuotaLimit"];
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            quota_id?: string;
        };
        SimulatedDay: {
            /** @example 2026-11-20 */
            day: string;
            /** @description The requested amount, whether granted or not. */
            demand: number;
            granted: number;
            refused: number;
        };
        QuotaSimulation: {
            limit: components["schemas"]["QuotaLimit"];
            warnings: string[];
            /** @description The number of days with stored usage. */
            days_simulated: number;
            demand: number;
            granted: number;
            refused: number;
            /** @description The days on which requests would have been refused. */
            days: components["schemas"]["SimulatedDay"][];
            /**
             * Format: date-time
             * @description When the current month will be exhausted at today's rate; null if it will not.
             * @example 2026-11-20T10:00:00.000Z
             */
            runs_out_at: string | null;
        };
        ConsumeQuotaRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example 1 */
            amount: number;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            quota_id?: string;
        };
        QuotaRemaining: {
            /** @description The remaining amount of the UTC day; null: unlimited. */
            day: number | null;
            /** @description The remaining amount of the UTC month; null: unlimited. */
            month: number | null;
        };
        ConsumptionInfo: {
            /** @example true */
            allowed: boolean;
            /**
             * @description The id of the consumption, for a release within 48 hours.
             * @example consumption_01kagexvhve0ya7d9z5kq5nh3m
             */
            consumption_id: string;
            remaining: components["schemas"]["QuotaRemaining"];
            /**
             * Format: date-time
             * @description The end of the window, day or month, with the smaller remaining amount; null without a limit.
             * @example 2026-11-20T10:00:00.000Z
             */
            reset_at: string | null;
        };
        ConsumeProtocolRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The protocol. Without a quota the default limit applies.
             * @example email
             */
            protocol_id: string;
            /** @example 1 */
            amount: number;
        };
        ReleaseQuotaRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The id that consume returned.
             * @example consumption_01kagexvhve0ya7d9z5kq5nh3m
             */
            consumption_id: string;
            /**
             * @description The amount to release. Default: everything.
             * @example 1
             */
            amount?: number | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            quota_id?: string;
        };
        ReleaseInfo: {
            /** @example consumption_01kagexvhve0ya7d9z5kq5nh3m */
            consumption_id: string;
            released: number;
            /**
             * Format: date
             * @description The UTC day of the consumption.
             * @example 2026-11-20
             */
            day: string;
            /** @description The remaining amounts at present. */
            remaining: components["schemas"]["QuotaRemaining"];
        };
        ReleaseConsumptionRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The id that consume returned.
             * @example consumption_01kagexvhve0ya7d9z5kq5nh3m
             */
            consumption_id: string;
            /**
             * @description The amount to release. Default: everything.
             * @example 1
             */
            amount?: number | null;
        };
        NumberedPage: {
            /**
             * @description 1-based index of the first record. 0 means 1.
             * @example 1
             */
            start?: number;
            /**
             * @description Maximum number of records (default 100). 0 means all, up to the maximum.
             * @example 100
             */
            limit?: number;
        };
        DayUsage: {
            /**
             * Format: date
             * @example 2026-11-20
             */
            day: string;
            /** @description The amount that was granted and not released. */
            consumed: number;
            /** @description The amount that was requested and not granted. */
            refused: number;
        };
        QuotaUsageInfo: {
            /** @example quota_01kagexvhve0ya7d9z5kq5nh3m */
            quota_id: string;
            protocol_id: string;
            limit: components["schemas"]["QuotaLimit"];
            /** @description The remaining amounts at present. */
            remaining: components["schemas"]["QuotaRemaining"];
            /** @description Newest day first; days without requests are left out. */
            results: components["schemas"]["DayUsage"][];
            /** @description The number of days, before paging. */
            total_count: number;
        };
        QuotaUsageStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Keys: protocol_id, day, consumed and refused. Default: sums by protocol. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        ProtocolInfo: {
            /** @example webhook */
            protocol_id: string;
            /** @example Webhook */
            name: string;
            /** @description The description, in Markdown. */
            description: string;
            /** @description JSON Schema of the options of a subscription. */
            options_schema: {
                [key: string]: unknown;
            };
            /**
             * @description Whether requests carry a signature.
             * @example true
             */
            signed: boolean;
        };
        ProtocolsInfo: {
            results: components["schemas"]["ProtocolInfo"][];
            total_count: number;
        };
        /**
         * @description CHANGE: sends changes of alerts that match. ESCALATION: sends nothing of an alert until a step of an escalation says so, and then its later changes too. Default: CHANGE.
         * @enum {string}
         */
        SubscriptionTrigger: "CHANGE" | "ESCALATION";
        SubscriptionGroup: {
            /**
             * @description 1 to 10 fields of the alert. Alerts with equal values of all of them are a group.
             * @example [
             *       "severity",
             *       "resource.name"
             *     ]
             */
            by: (string | ("webhook_id" | "project_id" | "event_key" | "state" | "severity" | "title" | "rule" | "source.name" | "resource.resource_id" | "resource.resource_type" | "resource.name" | "acknowledged" | "acknowledged_by") | unknown)[];
            /**
             * @description The number of seconds that the first change of a group waits for further changes. A text like `5m` is accepted too.
             * @example 30
             */
            wait: number;
            /**
             * @description The minimum number of seconds between two messages of a group. A text like `5m` is accepted too.
             * @example 300
             */
            interval: number;
        };
        /**
         * @description What ends the reminders: an acknowledgement, or only the end of the alert. Default: ACKNOWLEDGED.
         * @enum {string}
         */
        RemindEnd: "ACKNOWLEDGED" | "RESOLVED";
        SubscriptionRemind: {
            /**
             * @description The number of seconds between the last message about the alert and a reminder. A text like `5m` is accepted too.
             * @example 3600
             */
            every: number;
            /** @description What ends the reminders: an acknowledgement, or only the end of the alert. Default: ACKNOWLEDGED. */
            until?: components["schemas"]["RemindEnd"];
        };
        CreateSubscriptionRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The kinds of notifications to send. Default: all except `source.silent`, `source.back` and `delivery.quarantined`.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.deescalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "alert.assigned",
             *       "alert.noted",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing",
             *       "on_call.gap",
             *       "on_call.failing",
             *       "escalation.unreached"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing" | "on_call.gap" | "on_call.failing" | "escalation.unreached")[] | null;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string | null;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /**
             * @description CHANGE: sends changes of alerts that match. ESCALATION: sends nothing of an alert until a step of an escalation says so, and then its later changes too. Default: CHANGE.
             * @example CHANGE
             */
            trigger?: components["schemas"]["SubscriptionTrigger"] | null;
            /** @description Sends related changes of alerts together, as one digest. Default, and null in an update: each change is sent by itself. Not for `relay`. */
            group?: components["schemas"]["SubscriptionGroup"] | null;
            /**
             * @description A JSONata expression on the message: `type`, `timestamp` and `data`. For `webhook`, its result is the request body. For all others, it returns an object with `title`, `text` and `fields`, of which those that are missing stay as they are. If it returns nothing, the message is sent unchanged. Not for `relay`. Default, and null in an update: messages are sent unchanged.
             * @example { "text": data.alert.title & " is " & data.alert.state }
             */
            template?: string | null;
            /**
             * @description The time zone, by its IANA name, of the times in messages for people. Default: UTC.
             * @example Europe/Berlin
             */
            timezone?: string | null;
            /** @description Sends a reminder (`alert.reminder`) while an alert is open that the subscription was told of. Default, and null in an update: none. Not for `relay`. */
            remind?: components["schemas"]["SubscriptionRemind"] | null;
            /**
             * @description Whether messages about open alerts have links to acknowledge, resolve and silence them. Default: true for `slack`, `teams` and `email`; other protocols show none.
             * @example true
             */
            actions?: boolean | null;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
            /**
             * @description Unique in the project.
             * @example on-call
             */
            name: string;
            /** @example webhook */
            protocol_id: string;
            /**
             * @description The options of the protocol, as defined by its `options_schema`. `***` keeps a stored secret.
             * @example {
             *       "url": "https://example.com/alerts"
             *     }
             */
            options: {
                [key: string]: unknown;
            };
            /** @description Only alerts of this project. Default: of all projects. */
            project_id?: string | null;
            /**
             * @description The signing secret of a subscription that was lost, which its receiver knows: random, of 16 to 64 bytes. Only an ADMIN may give it. Default: a new one.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            signing_secret?: string | null;
        };
        /** @enum {string} */
        SubscriptionState: "ENABLED" | "DISABLED";
        SubscriptionHealth: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_attempt_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_sent_at: string | null;
            /** @description The number of failed attempts in a row, including final refusals. From 5 on, only one attempt at a time is made, with longer pauses. */
            failures: number;
            /** @description Why the last attempt failed. */
            last_error: string | null;
            /** @description Whether notifications do not arrive: 5 attempts in a row failed, or one was refused for good and none succeeded in the minute after it, or the service has disabled the subscription. */
            failing: boolean;
        };
        SubscriptionWithSecret: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @example on-call */
            name: string;
            state: components["schemas"]["SubscriptionState"];
            /** @description Why the service disabled the subscription; null if a caller disabled it, or if it is enabled. */
            state_reason: string | null;
            /** @example webhook */
            protocol_id: string;
            /** @description The options of the protocol. Secrets are shown as `***`. */
            options: {
                [key: string]: unknown;
            };
            /** @description CHANGE: sends changes of alerts that match. ESCALATION: sends nothing of an alert until a step of an escalation says so, and then its later changes too. */
            trigger: components["schemas"]["SubscriptionTrigger"];
            /** @description The JSONata expression that creates the request body; null: messages are sent unchanged. */
            template: string | null;
            /**
             * @description The time zone of the times in messages for people.
             * @example Europe/Berlin
             */
            timezone: string;
            /** @description Whether messages about open alerts have links to acknowledge, resolve and silence them. */
            actions: boolean;
            /** @description Whether webhooks of the receiver are taken, with what people do to alerts there. */
            inbound: boolean;
            /**
             * Format: date-time
             * @description The time until which webhooks are also taken at the previous address.
             * @example 2026-11-20T10:00:00.000Z
             */
            previous_inbound_key_expires_at: string | null;
            /** @description The results of the last attempts. */
            health: components["schemas"]["SubscriptionHealth"];
            /**
             * Format: date-time
             * @description The time until which requests are also signed with the previous signing secret.
             * @example 2026-11-20T10:00:00.000Z
             */
            previous_secret_expires_at: string | null;
            /** @description The project whose alerts are sent; null: all projects of the domain. */
            project_id: string | null;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time of the last change, not counting changes of `health`.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
            /**
             * @description The kinds of notifications that are sent.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.deescalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "alert.assigned",
             *       "alert.noted",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing",
             *       "on_call.gap",
             *       "on_call.failing",
             *       "escalation.unreached"
             *     ]
             */
            kinds: ("alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing" | "on_call.gap" | "on_call.failing" | "escalation.unreached")[];
            /**
             * @description Conditions on the alert that must all match.
             * @example []
             */
            filter: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or: components["schemas"]["Condition"][];
            /** @description Which changes are sent together; null: each change is sent by itself. */
            group: components["schemas"]["SubscriptionGroup"] | null;
            /** @description How often reminders of open alerts are sent; null: none are. */
            remind: components["schemas"]["SubscriptionRemind"] | null;
            /**
             * @description The secret that requests are signed with. It is not shown again. null if the protocol does not sign requests.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            signing_secret: string | null;
        };
        UpdateSubscriptionRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description The kinds of notifications to send. Default: all except `source.silent`, `source.back` and `delivery.quarantined`.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.deescalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "alert.assigned",
             *       "alert.noted",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing",
             *       "on_call.gap",
             *       "on_call.failing",
             *       "escalation.unreached"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing" | "on_call.gap" | "on_call.failing" | "escalation.unreached")[];
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][];
            /**
             * @description CHANGE: sends changes of alerts that match. ESCALATION: sends nothing of an alert until a step of an escalation says so, and then its later changes too. Default: CHANGE.
             * @example CHANGE
             */
            trigger?: components["schemas"]["SubscriptionTrigger"];
            /** @description Sends related changes of alerts together, as one digest. Default, and null in an update: each change is sent by itself. Not for `relay`. */
            group?: components["schemas"]["SubscriptionGroup"] | null;
            /**
             * @description A JSONata expression on the message: `type`, `timestamp` and `data`. For `webhook`, its result is the request body. For all others, it returns an object with `title`, `text` and `fields`, of which those that are missing stay as they are. If it returns nothing, the message is sent unchanged. Not for `relay`. Default, and null in an update: messages are sent unchanged.
             * @example { "text": data.alert.title & " is " & data.alert.state }
             */
            template?: string | null;
            /**
             * @description The time zone, by its IANA name, of the times in messages for people. Default: UTC.
             * @example Europe/Berlin
             */
            timezone?: string;
            /** @description Sends a reminder (`alert.reminder`) while an alert is open that the subscription was told of. Default, and null in an update: none. Not for `relay`. */
            remind?: components["schemas"]["SubscriptionRemind"] | null;
            /**
             * @description Whether messages about open alerts have links to acknowledge, resolve and silence them. Default: true for `slack`, `teams` and `email`; other protocols show none.
             * @example true
             */
            actions?: boolean;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
            /** @example on-call */
            name?: string;
            /**
             * @description The options of the protocol, as defined by its `options_schema`. `***` keeps a stored secret.
             * @example {
             *       "url": "https://example.com/alerts"
             *     }
             */
            options?: {
                [key: string]: unknown;
            };
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            subscription_id?: string;
        };
        SubscriptionInfo: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @example on-call */
            name: string;
            state: components["schemas"]["SubscriptionState"];
            /** @description Why the service disabled the subscription; null if a caller disabled it, or if it is enabled. */
            state_reason: string | null;
            /** @example webhook */
            protocol_id: string;
            /** @description The options of the protocol. Secrets are shown as `***`. */
            options: {
                [key: string]: unknown;
            };
            /** @description CHANGE: sends changes of alerts that match. ESCALATION: sends nothing of an alert until a step of an escalation says so, and then its later changes too. */
            trigger: components["schemas"]["SubscriptionTrigger"];
            /** @description The JSONata expression that creates the request body; null: messages are sent unchanged. */
            template: string | null;
            /**
             * @description The time zone of the times in messages for people.
             * @example Europe/Berlin
             */
            timezone: string;
            /** @description Whether messages about open alerts have links to acknowledge, resolve and silence them. */
            actions: boolean;
            /** @description Whether webhooks of the receiver are taken, with what people do to alerts there. */
            inbound: boolean;
            /**
             * Format: date-time
             * @description The time until which webhooks are also taken at the previous address.
             * @example 2026-11-20T10:00:00.000Z
             */
            previous_inbound_key_expires_at: string | null;
            /** @description The results of the last attempts. */
            health: components["schemas"]["SubscriptionHealth"];
            /**
             * Format: date-time
             * @description The time until which requests are also signed with the previous signing secret.
             * @example 2026-11-20T10:00:00.000Z
             */
            previous_secret_expires_at: string | null;
            /** @description The project whose alerts are sent; null: all projects of the domain. */
            project_id: string | null;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time of the last change, not counting changes of `health`.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
            /**
             * @description The kinds of notifications that are sent.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.deescalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "alert.assigned",
             *       "alert.noted",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing",
             *       "on_call.gap",
             *       "on_call.failing",
             *       "escalation.unreached"
             *     ]
             */
            kinds: ("alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing" | "on_call.gap" | "on_call.failing" | "escalation.unreached")[];
            /**
             * @description Conditions on the alert that must all match.
             * @example []
             */
            filter: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or: components["schemas"]["Condition"][];
            /** @description Which changes are sent together; null: each change is sent by itself. */
            group: components["schemas"]["SubscriptionGroup"] | null;
            /** @description How often reminders of open alerts are sent; null: none are. */
            remind: components["schemas"]["SubscriptionRemind"] | null;
        };
        SubscriptionRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            subscription_id?: string;
        };
        RotateSigningSecretRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description The number of seconds for which requests are also signed with the old secret. Default: 0.
             * @example 0
             */
            grace_seconds?: number;
            /** @description True ends the grace period of an earlier rotation now, for example because a secret leaked. Otherwise a rotation is refused with 409 until that grace period is over. */
            end_grace?: boolean;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            subscription_id?: string;
        };
        SubscriptionVerification: {
            /** @example true */
            ok: boolean;
            /**
             * @description The status of the response; null without a response.
             * @example 204
             */
            status: number | null;
            /** @description The beginning of the response. */
            answer: string | null;
            /** @description Why the test failed; null if it succeeded. */
            reason: string | null;
            /**
             * @description The latency in milliseconds.
             * @example 42
             */
            latency_ms: number;
        };
        SubscriptionQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id?: string | null;
            name?: string | null;
            state?: components["schemas"]["SubscriptionState"] | null;
            protocol_id?: string | null;
            /** @description CHANGE: sends changes of alerts that match. ESCALATION: sends nothing of an alert until a step of an escalation says so, and then its later changes too. */
            trigger?: components["schemas"]["SubscriptionTrigger"] | null;
            /** @description The project whose alerts are sent; null: all projects of the domain. */
            project_id?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        SubscriptionsInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialSubscriptionInfo"][];
        };
        SubscriptionStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of subscriptions in each state. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        CreateSlackAppRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description Unique in the domain.
             * @example Tocsin in acme
             */
            name: string;
            /**
             * @description The _Signing Secret_ under _Basic Information_ of the app, which proves that a press comes from Slack. It is stored encrypted and never returned.
             * @example 8f742231b10e8888abcd99yyyzzz85a5
             */
            signing_secret: string;
            /**
             * @description The _Bot User OAuth Token_ of the app, with the scopes `users:read` and `users:read.email`. With it, people are recorded as the user of the domain with their e-mail address. It is stored encrypted and never returned. Default: none.
             * @example xoxb-1234
             */
            bot_token?: string | null;
            /**
             * @description The address of the Web API, such as https://slack-gov.com/api. Default: https://slack.com/api.
             * @example https://slack-gov.com/api
             */
            api_url?: string | null;
            /**
             * @description Whether only people may act whose e-mail address in Slack is that of a user of the domain, with the role MEMBER or ADMIN. Needs a `bot_token`. Default: false, so that all who can press may act.
             * @example false
             */
            requires_known_user?: boolean | null;
        };
        CreatedSlackAppInfo: {
            /** @example slack_app_01kagexvhve0ya7d9z5kq5nh3m */
            slack_app_id: string;
            /** @example Tocsin in acme */
            name: string;
            /** @description Whether a bot token is stored, with which people are recognized by their e-mail address. */
            has_bot_token: boolean;
            /** @description Whether only people may act whose e-mail address in Slack is that of a user of the domain. Others are recorded as `slack:` and their id in Slack. */
            requires_known_user: boolean;
            /**
             * @description The address of the Web API; null: https://slack.com/api.
             * @example https://slack-gov.com/api
             */
            api_url: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
            /**
             * @description The _Request URL_ to enter under _Interactivity & Shortcuts_ of the app. It is not shown again.
             * @example https://tocsin.example.com/notification/v1/slack/0123456789ABCDEFGHIJKLMNOPQRSTUV/actions
             */
            request_url: string;
        };
        UpdateSlackAppRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description Unique in the domain.
             * @example Tocsin in acme
             */
            name?: string;
            /**
             * @description The _Signing Secret_ under _Basic Information_ of the app, which proves that a press comes from Slack. It is stored encrypted and never returned.
             * @example 8f742231b10e8888abcd99yyyzzz85a5
             */
            signing_secret?: string;
            /**
             * @description The _Bot User OAuth Token_ of the app, with the scopes `users:read` and `users:read.email`. With it, people are recorded as the user of the domain with their e-mail address. It is stored encrypted and never returned. Default: none. null removes it.
             * @example xoxb-1234
             */
            bot_token?: string | null;
            /**
             * @description The address of the Web API, such as https://slack-gov.com/api. Default: https://slack.com/api.
             * @example https://slack-gov.com/api
             */
            api_url?: string | null;
            /**
             * @description Whether only people may act whose e-mail address in Slack is that of a user of the domain, with the role MEMBER or ADMIN. Needs a `bot_token`. Default: false, so that all who can press may act.
             * @example false
             */
            requires_known_user?: boolean;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            slack_app_id?: string;
        };
        SlackAppInfo: {
            /** @example slack_app_01kagexvhve0ya7d9z5kq5nh3m */
            slack_app_id: string;
            /** @example Tocsin in acme */
            name: string;
            /** @description Whether a bot token is stored, with which people are recognized by their e-mail address. */
            has_bot_token: boolean;
            /** @description Whether only people may act whose e-mail address in Slack is that of a user of the domain. Others are recorded as `slack:` and their id in Slack. */
            requires_known_user: boolean;
            /**
             * @description The address of the Web API; null: https://slack.com/api.
             * @example https://slack-gov.com/api
             */
            api_url: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
        };
        SlackAppQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example slack_app_01kagexvhve0ya7d9z5kq5nh3m */
            slack_app_id?: string | null;
            name?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        SlackAppsInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialSlackAppInfo"][];
        };
        SlackAppStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of Slack apps. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        RotateInboundRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description The number of seconds for which webhooks are also taken at the old address. Default: 0.
             * @example 0
             */
            grace_seconds?: number;
            /** @description True ends the grace period of an earlier rotation now, for example because a secret leaked. Otherwise a rotation is refused with 409 until that grace period is over. */
            end_grace?: boolean;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            subscription_id?: string;
        };
        SubscriptionWithInboundUrl: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @example on-call */
            name: string;
            state: components["schemas"]["SubscriptionState"];
            /** @description Why the service disabled the subscription; null if a caller disabled it, or if it is enabled. */
            state_reason: string | null;
            /** @example webhook */
            protocol_id: string;
            /** @description The options of the protocol. Secrets are shown as `***`. */
            options: {
                [key: string]: unknown;
            };
            /** @description CHANGE: sends changes of alerts that match. ESCALATION: sends nothing of an alert until a step of an escalation says so, and then its later changes too. */
            trigger: components["schemas"]["SubscriptionTrigger"];
            /** @description The JSONata expression that creates the request body; null: messages are sent unchanged. */
            template: string | null;
            /**
             * @description The time zone of the times in messages for people.
             * @example Europe/Berlin
             */
            timezone: string;
            /** @description Whether messages about open alerts have links to acknowledge, resolve and silence them. */
            actions: boolean;
            /** @description Whether webhooks of the receiver are taken, with what people do to alerts there. */
            inbound: boolean;
            /**
             * Format: date-time
             * @description The time until which webhooks are also taken at the previous address.
             * @example 2026-11-20T10:00:00.000Z
             */
            previous_inbound_key_expires_at: string | null;
            /** @description The results of the last attempts. */
            health: components["schemas"]["SubscriptionHealth"];
            /**
             * Format: date-time
             * @description The time until which requests are also signed with the previous signing secret.
             * @example 2026-11-20T10:00:00.000Z
             */
            previous_secret_expires_at: string | null;
            /** @description The project whose alerts are sent; null: all projects of the domain. */
            project_id: string | null;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time of the last change, not counting changes of `health`.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
            /**
             * @description The kinds of notifications that are sent.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.deescalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "alert.assigned",
             *       "alert.noted",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing",
             *       "on_call.gap",
             *       "on_call.failing",
             *       "escalation.unreached"
             *     ]
             */
            kinds: ("alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing" | "on_call.gap" | "on_call.failing" | "escalation.unreached")[];
            /**
             * @description Conditions on the alert that must all match.
             * @example []
             */
            filter: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or: components["schemas"]["Condition"][];
            /** @description Which changes are sent together; null: each change is sent by itself. */
            group: components["schemas"]["SubscriptionGroup"] | null;
            /** @description How often reminders of open alerts are sent; null: none are. */
            remind: components["schemas"]["SubscriptionRemind"] | null;
            /**
             * @description The address to which the receiver sends its webhooks. It is a secret and not shown again.
             * @example https://tocsin.example.com/notification/v1/subscription/subscription_01jd3x0000000000000000000a/inbound/0aZ…
             */
            inbound_url: string;
        };
        /**
         * @description What was done to the alert. `NOTED`: it was resolved at the receiver, but by no person, so that a note says so.
         * @enum {string}
         */
        InboundOutcome: "ACKNOWLEDGED" | "UNACKNOWLEDGED" | "RESOLVED" | "NOTED" | "IGNORED";
        InboundReceipt: {
            /** @description What was done to the alert. `NOTED`: it was resolved at the receiver, but by no person, so that a note says so. */
            outcome: components["schemas"]["InboundOutcome"];
            /** @description Why the webhook was ignored; otherwise null. */
            reason: string | null;
            /**
             * @description The alert; null if the webhook is about none.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id: string | null;
        };
        AttemptInfo: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            at: string;
            /**
             * @description The status of the response; null without a response.
             * @example 503
             */
            status: number | null;
            /** @example 42 */
            latency_ms: number | null;
            /** @description Why the attempt failed; null if it succeeded. */
            error: string | null;
            /** @description The beginning of the response. */
            answer: string | null;
        };
        NotificationDetails: {
            /**
             * @description The id of the notification. Every attempt sends it as `webhook-id`.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            notification_id: string;
            /** @example alert.opened */
            kind: string;
            /** @description HELD: waits for the quota or for other notifications of its group. SUPERSEDED: a newer change of the alert was sent instead. FAILED: is not retried, but can be resent. SILENCED: a silence was active, or the key was flapping. INHIBITED: another open alert explains it. */
            state: components["schemas"]["NotificationState"];
            /** @description Why the notification is in this state. */
            reason: string | null;
            /**
             * @description The silence that suppressed the notification, or after whose end it was created.
             * @example silence_01kagexvhve0ya7d9z5kq5nh3m
             */
            silence_id: string | null;
            /**
             * @description The inhibition that held the notification back, or after whose source it was created.
             * @example inhibition_01kagexvhve0ya7d9z5kq5nh3m
             */
            inhibition_id: string | null;
            /**
             * @description The alert that explained this one, by that inhibition.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            source_alert_id: string | null;
            /**
             * @description The escalation whose step the notification is.
             * @example escalation_01kagexvhve0ya7d9z5kq5nh3m
             */
            escalation_id: string | null;
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @example webhook */
            protocol_id: string;
            /**
             * @description The alert; null if the notification is not about one alert.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id: string | null;
            /**
             * @description The digest that contains the notification.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            digest_id: string | null;
            /** @description The severity of the alert right after the change. */
            severity: components["schemas"]["Severity"];
            title: string;
            /** @description The number of finished attempts, without those that the receiver put off (429). */
            attempt_count: number;
            /**
             * Format: date-time
             * @description The time of the next attempt, after a failed one.
             * @example 2026-11-20T10:00:00.000Z
             */
            next_attempt_at: string | null;
            /** @description The project; null if the notification is not about one project. */
            project_id: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @description The time at which the alert changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            sent_at: string | null;
            /** @description The last 50 attempts, oldest first. */
            attempts: components["schemas"]["AttemptInfo"][];
        };
        NotificationQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The id of the notification. Every attempt sends it as `webhook-id`.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            notification_id?: string | null;
            kind?: string | null;
            /** @description HELD: waits for the quota or for other notifications of its group. SUPERSEDED: a newer change of the alert was sent instead. FAILED: is not retried, but can be resent. SILENCED: a silence was active, or the key was flapping. INHIBITED: another open alert explains it. */
            state?: components["schemas"]["NotificationState"] | null;
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id?: string | null;
            protocol_id?: string | null;
            /**
             * @description The alert; null if the notification is not about one alert.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string | null;
            /**
             * @description The digest that contains the notification.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            digest_id?: string | null;
            /** @description The severity of the alert right after the change. */
            severity?: components["schemas"]["Severity"] | null;
            /**
             * @description The silence that suppressed the notification, or after whose end it was created.
             * @example silence_01kagexvhve0ya7d9z5kq5nh3m
             */
            silence_id?: string | null;
            /**
             * @description The inhibition that held the notification back, or after whose source it was created.
             * @example inhibition_01kagexvhve0ya7d9z5kq5nh3m
             */
            inhibition_id?: string | null;
            /**
             * @description The alert that explained this one, by that inhibition.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            source_alert_id?: string | null;
            /**
             * @description The escalation whose step the notification is.
             * @example escalation_01kagexvhve0ya7d9z5kq5nh3m
             */
            escalation_id?: string | null;
            /** @description The project; null if the notification is not about one project. */
            project_id?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        NotificationInfo: {
            /**
             * @description The id of the notification. Every attempt sends it as `webhook-id`.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            notification_id: string;
            /** @example alert.opened */
            kind: string;
            /** @description HELD: waits for the quota or for other notifications of its group. SUPERSEDED: a newer change of the alert was sent instead. FAILED: is not retried, but can be resent. SILENCED: a silence was active, or the key was flapping. INHIBITED: another open alert explains it. */
            state: components["schemas"]["NotificationState"];
            /** @description Why the notification is in this state. */
            reason: string | null;
            /**
             * @description The silence that suppressed the notification, or after whose end it was created.
             * @example silence_01kagexvhve0ya7d9z5kq5nh3m
             */
            silence_id: string | null;
            /**
             * @description The inhibition that held the notification back, or after whose source it was created.
             * @example inhibition_01kagexvhve0ya7d9z5kq5nh3m
             */
            inhibition_id: string | null;
            /**
             * @description The alert that explained this one, by that inhibition.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            source_alert_id: string | null;
            /**
             * @description The escalation whose step the notification is.
             * @example escalation_01kagexvhve0ya7d9z5kq5nh3m
             */
            escalation_id: string | null;
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @example webhook */
            protocol_id: string;
            /**
             * @description The alert; null if the notification is not about one alert.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id: string | null;
            /**
             * @description The digest that contains the notification.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            digest_id: string | null;
            /** @description The severity of the alert right after the change. */
            severity: components["schemas"]["Severity"];
            title: string;
            /** @description The number of finished attempts, without those that the receiver put off (429). */
            attempt_count: number;
            /**
             * Format: date-time
             * @description The time of the next attempt, after a failed one.
             * @example 2026-11-20T10:00:00.000Z
             */
            next_attempt_at: string | null;
            /** @description The project; null if the notification is not about one project. */
            project_id: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @description The time at which the alert changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            sent_at: string | null;
        };
        NotificationsInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialNotificationInfo"][];
        };
        NotificationStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of notifications in each state. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        NotificationRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            notification_id?: string;
        };
        NotificationLedgerOutcomes: {
            /** @description Not sent yet. */
            pending: number;
            /** @description Waiting for the quota, or for other notifications of their group. */
            held: number;
            sent: number;
            failed: number;
            /** @description A newer change of the alert was sent instead. */
            superseded: number;
            silenced: number;
            inhibited: number;
            cancelled: number;
        };
        NotificationLedgerDayInfo: {
            /**
             * @description The day of the change, in UTC.
             * @example 2026-11-21
             */
            day: string;
            /** @description Changes of alerts that were read. */
            changes: number;
            /** @description Notifications that were created from these changes, one for each matching subscription. */
            matched: number;
            /** @description Notifications that were created when a silence ended. */
            after_silence: number;
            /** @description The number of notifications that steps of escalations are. */
            by_steps: number;
            /** @description The number of these notifications in each state. */
            notifications: components["schemas"]["NotificationLedgerOutcomes"];
            /** @description Whether `matched` + `after_silence` + `by_steps` is the number of notifications in all states: none was lost or duplicated. null on days on which a release without the ledger was running. */
            balanced: boolean | null;
        };
        NotificationLedgerInfo: {
            /** @description The newest day first. */
            results: components["schemas"]["NotificationLedgerDayInfo"][];
            /** @description False if `balanced` is false for any day, otherwise true. */
            balanced: boolean;
        };
        ResendNotificationsRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The notifications to resend. Without a condition, `all` is required.
             * @example {
             *       "filter": [
             *         {
             *           "k": "state",
             *           "v": "FAILED",
             *           "o": "eq"
             *         }
             *       ]
             *     }
             */
            query: components["schemas"]["MatchQuery"];
            /** @description True: a `query` without conditions means all records. Otherwise it is refused. */
            all?: boolean | null;
        };
        /** @enum {string} */
        ResendState: "PENDING" | "RUNNING" | "DONE" | "FAILED" | "CANCELLED";
        ResendInfo: {
            /** @example resend_01kagexvhve0ya7d9z5kq5nh3m */
            resend_id: string;
            state: components["schemas"]["ResendState"];
            /**
             * @description The query of the request.
             * @example {
             *       "filter": [
             *         {
             *           "k": "state",
             *           "v": "FAILED",
             *           "o": "eq"
             *         }
             *       ]
             *     }
             */
            query: {
                [key: string]: unknown;
            };
            /** @description The number of notifications that matched when the resend was requested; null if counting took too long. */
            total_count: number | null;
            /** @description The number of matching notifications that were processed so far. */
            done_count: number;
            /** @description The number of processed notifications that were queued. The others were already waiting, belong to a digest that is sent instead, are not the newest of their alert although the protocol sends only the newest state, or belong to a disabled or deleted subscription. */
            resent_count: number;
            /** @description The last error. */
            reason: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            requested_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            finished_at: string | null;
        };
        ResendRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            resend_id?: string;
        };
        SilenceWeekly: {
            /**
             * @description The days on which a window opens.
             * @example [
             *       "SAT",
             *       "SUN"
             *     ]
             */
            days: ("MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT" | "SUN")[];
            /** @example 22:00 */
            from: string;
            /**
             * @description The end of the window, exclusive. If it is not later than `from`, the window ends on the next day.
             * @example 06:00
             */
            to: string;
            /**
             * @description A name of the IANA time zone database.
             * @example Europe/Berlin
             */
            timezone: string;
        };
        CreateSilenceRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description Unique among those that have not ended.
             * @example database upgrade
             */
            name: string;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. An empty list silences every alert. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "title",
             *         "v": "database",
             *         "o": "contain"
             *       }
             *     ]
             */
            filter: components["schemas"]["Condition"][] | string;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /**
             * @description A time, or a relative time like `now + 1h`. Default: now.
             * @example now
             */
            starts_at?: string | null;
            /**
             * @description A time, or a relative time. At most a year after `starts_at`.
             * @example now + 2h
             */
            ends_at: string;
            /**
             * @description Shown with the notifications that were silenced.
             * @example CHG-1234
             */
            reason: string;
            /** @description The weekly windows to which the silence is restricted. Default: all the time. */
            weekly?: components["schemas"]["SilenceWeekly"] | null;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
        };
        /**
         * @description PENDING before `starts_at`, EXPIRED from `ends_at` on, otherwise ACTIVE. With `weekly`, an ACTIVE silence takes effect only in these windows.
         * @enum {string}
         */
        SilenceState: "PENDING" | "ACTIVE" | "EXPIRED";
        SilenceInfo: {
            /** @example silence_01kagexvhve0ya7d9z5kq5nh3m */
            silence_id: string;
            /** @example database upgrade */
            name: string;
            /** @description PENDING before `starts_at`, EXPIRED from `ends_at` on, otherwise ACTIVE. With `weekly`, an ACTIVE silence takes effect only in these windows. */
            state: components["schemas"]["SilenceState"];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            starts_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            ends_at: string;
            /** @example CHG-1234 */
            reason: string;
            /**
             * @description The user of the key, or `root` for the root key.
             * @example jane@example.com
             */
            created_by: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Conditions on the alert that must all match.
             * @example []
             */
            filter: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or: components["schemas"]["Condition"][];
            /** @description The weekly windows to which the silence is restricted; null: all the time. */
            weekly: components["schemas"]["SilenceWeekly"] | null;
        };
        UpdateSilenceRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description Unique among those that have not ended.
             * @example database upgrade
             */
            name?: string;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. An empty list silences every alert. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "title",
             *         "v": "database",
             *         "o": "contain"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][];
            /**
             * @description A time, or a relative time like `now + 1h`. Default: now.
             * @example now
             */
            starts_at?: string;
            /**
             * @description A time, or a relative time. At most a year after `starts_at`.
             * @example now + 2h
             */
            ends_at?: string;
            /**
             * @description Shown with the notifications that were silenced.
             * @example CHG-1234
             */
            reason?: string;
            /** @description The weekly windows to which the silence is restricted; null: all the time. */
            weekly?: components["schemas"]["SilenceWeekly"] | null;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            silence_id?: string;
        };
        SilenceRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            silence_id?: string;
        };
        SilenceQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example silence_01kagexvhve0ya7d9z5kq5nh3m */
            silence_id?: string | null;
            name?: string | null;
            /** @description PENDING before `starts_at`, EXPIRED from `ends_at` on, otherwise ACTIVE. With `weekly`, an ACTIVE silence takes effect only in these windows. */
            state?: components["schemas"]["SilenceState"] | null;
            /** @description The user of the key, or `root` for the root key. */
            created_by?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        SilencesInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialSilenceInfo"][];
        };
        SilenceStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of silences in each state. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        CreateInhibitionRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description Conditions on the alert that explains others, as in a search of alerts. All must match; at least one is required. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "rule",
             *         "v": "ClusterDown",
             *         "o": "eq"
             *       }
             *     ]
             */
            source: components["schemas"]["Condition"][] | string;
            /**
             * @description Conditions on the alerts that are not told of while a source is open. All must match; at least one is required. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "WARNING",
             *         "o": "eq"
             *       }
             *     ]
             */
            target: components["schemas"]["Condition"][] | string;
            /**
             * @description The fields that must have the same value in both alerts. A missing or empty one is not equal. Default: none, so that every source explains every target.
             * @example [
             *       "labels.cluster"
             *     ]
             */
            equal?: (string | ("webhook_id" | "project_id" | "event_key" | "severity" | "title" | "rule" | "source.name" | "resource.resource_id" | "resource.resource_type" | "resource.name") | unknown)[] | null;
            /**
             * @description Seconds that the opening of a target waits, in case its source arrives later. Default: 30. A text like `5m` is accepted too.
             * @example 30
             */
            wait?: number | null;
            /**
             * @description Seconds after its last event for which a source that stays open takes effect. Default: 86400. A text like `5m` is accepted too.
             * @example 86400
             */
            max?: number | null;
            /** @description Only alerts of this project count, as sources and as targets. Default: those of all projects. */
            project_id?: string | null;
            /** @example cluster down */
            name: string;
            /**
             * @description Whether the inhibition takes effect. Default: true.
             * @example true
             */
            enabled?: boolean | null;
            /**
             * @description Seconds after the end of a source until the targets that are still open are told. Default: 300. A text like `5m` is accepted too.
             * @example 300
             */
            settle?: number | null;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
        };
        InhibitionInfo: {
            /** @example inhibition_01kagexvhve0ya7d9z5kq5nh3m */
            inhibition_id: string;
            /** @example cluster down */
            name: string;
            /** @description Whether the inhibition takes effect. */
            enabled: boolean;
            /**
             * @description Seconds that the opening of a target waits, in case its source arrives later.
             * @example 30
             */
            wait: number;
            /**
             * @description Seconds after the end of a source until the targets that are still open are told.
             * @example 300
             */
            settle: number;
            /**
             * @description Seconds after its last event for which a source that stays open takes effect.
             * @example 86400
             */
            max: number;
            /** @description Only alerts of this project count, as sources and as targets; null: those of all projects. */
            project_id: string | null;
            /**
             * @description The user of the key, or `root` for the root key.
             * @example jane@example.com
             */
            created_by: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Conditions on the alert that explains others. All must match.
             * @example [
             *       {
             *         "k": "rule",
             *         "v": "ClusterDown",
             *         "o": "eq"
             *       }
             *     ]
             */
            source: components["schemas"]["Condition"][];
            /**
             * @description Conditions on the alerts that are not told of meanwhile. All must match.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "WARNING",
             *         "o": "eq"
             *       }
             *     ]
             */
            target: components["schemas"]["Condition"][];
            /**
             * @description The fields that must have the same value in both alerts. A missing or empty one is not equal.
             * @example [
             *       "labels.cluster"
             *     ]
             */
            equal: (string | ("webhook_id" | "project_id" | "event_key" | "severity" | "title" | "rule" | "source.name" | "resource.resource_id" | "resource.resource_type" | "resource.name") | unknown)[];
        };
        UpdateInhibitionRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @example cluster down */
            name?: string;
            /**
             * @description Whether the inhibition takes effect.
             * @example false
             */
            enabled?: boolean;
            /**
             * @description Conditions on the alert that explains others, as in a search of alerts. All must match; at least one is required. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "rule",
             *         "v": "ClusterDown",
             *         "o": "eq"
             *       }
             *     ]
             */
            source?: components["schemas"]["Condition"][] | string;
            /**
             * @description Conditions on the alerts that are not told of while a source is open. All must match; at least one is required. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "WARNING",
             *         "o": "eq"
             *       }
             *     ]
             */
            target?: components["schemas"]["Condition"][] | string;
            /**
             * @description The fields that must have the same value in both alerts. A missing or empty one is not equal.
             * @example [
             *       "labels.cluster"
             *     ]
             */
            equal?: (string | ("webhook_id" | "project_id" | "event_key" | "severity" | "title" | "rule" | "source.name" | "resource.resource_id" | "resource.resource_type" | "resource.name") | unknown)[];
            /**
             * @description Seconds that the opening of a target waits, in case its source arrives later. A text like `5m` is accepted too.
             * @example 30
             */
            wait?: number;
            /**
             * @description Seconds after the end of a source until the targets that are still open are told. A text like `5m` is accepted too.
             * @example 300
             */
            settle?: number;
            /**
             * @description Seconds after its last event for which a source that stays open takes effect. A text like `5m` is accepted too.
             * @example 86400
             */
            max?: number;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            inhibition_id?: string;
        };
        InhibitionQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example inhibition_01kagexvhve0ya7d9z5kq5nh3m */
            inhibition_id?: string | null;
            name?: string | null;
            /** @description Whether the inhibition takes effect. */
            enabled?: boolean | null;
            /** @description Only alerts of this project count, as sources and as targets; null: those of all projects. */
            project_id?: string | null;
            /** @description The user of the key, or `root` for the root key. */
            created_by?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        InhibitionsInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialInhibitionInfo"][];
        };
        InhibitionStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of inhibitions. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        PreviewInhibitionRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description Conditions on the alert that explains others, as in a search of alerts. All must match; at least one is required. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "rule",
             *         "v": "ClusterDown",
             *         "o": "eq"
             *       }
             *     ]
             */
            source: components["schemas"]["Condition"][] | string;
            /**
             * @description Conditions on the alerts that are not told of while a source is open. All must match; at least one is required. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "WARNING",
             *         "o": "eq"
             *       }
             *     ]
             */
            target: components["schemas"]["Condition"][] | string;
            /**
             * @description The fields that must have the same value in both alerts. A missing or empty one is not equal. Default: none, so that every source explains every target.
             * @example [
             *       "labels.cluster"
             *     ]
             */
            equal?: (string | ("webhook_id" | "project_id" | "event_key" | "severity" | "title" | "rule" | "source.name" | "resource.resource_id" | "resource.resource_type" | "resource.name") | unknown)[] | null;
            /**
             * @description Seconds that the opening of a target waits, in case its source arrives later. Default: 30. A text like `5m` is accepted too.
             * @example 30
             */
            wait?: number | null;
            /**
             * @description Seconds after its last event for which a source that stays open takes effect. Default: 86400. A text like `5m` is accepted too.
             * @example 86400
             */
            max?: number | null;
            /** @description Only alerts of this project count, as sources and as targets. Default: those of all projects. */
            project_id?: string | null;
            /**
             * @description The number of days to look back.
             * @example 7
             */
            days: number;
        };
        PreviewedAlert: {
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            alert_id: string;
            title: string;
            severity: components["schemas"]["Severity"];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            opened_at: string;
        };
        PreviewedInhibition: {
            /** @description The alert that would have been held back. */
            alert: components["schemas"]["PreviewedAlert"];
            /** @description The alert that explains it. */
            source: components["schemas"]["PreviewedAlert"];
        };
        InhibitionPreview: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            to: string;
            /** @description The number of alerts of these days that are sources. */
            sources: number;
            /** @description The number of alerts that opened in these days and are targets. */
            targets: number;
            /** @description The number of targets that would have been held back. */
            held: number;
            /** @description Whether all alerts of these days were considered: at most the newest 5,000 sources and targets are. */
            complete: boolean;
            /** @description The newest 50 of those held back, each with its source. */
            first: components["schemas"]["PreviewedInhibition"][];
            /** @description The newest 50 sources that would have held something back and that no enabled subscription tells of: nobody would have learned of the problem. */
            untold_sources: components["schemas"]["PreviewedAlert"][];
        };
        EscalationRepeat: {
            /**
             * @description How often.
             * @example 3
             */
            times: number;
            /**
             * @description Seconds from the last step to the first one again. A text like `5m` is accepted too.
             * @example 1800
             */
            every: number;
        };
        /**
         * @description Whether an acknowledgement stops the steps, or only the end of the alert. Default: ACKNOWLEDGED.
         * @enum {string}
         */
        EscalationUntil: "ACKNOWLEDGED" | "RESOLVED";
        EscalationStep: {
            /**
             * @description Seconds from the opening of the alert, not counting those in which the escalation stands still. A text like `5m` is accepted too.
             * @example 300
             */
            after: number;
            /**
             * @description At most 20 subscriptions with the trigger ESCALATION. Default: none.
             * @example [
             *       "subscription_01kagexvhve0ya7d9z5kq5nh3m"
             *     ]
             */
            subscriptions?: string[];
            /**
             * @description A schedule: whoever is on call when the step is told is told as well. Default: none.
             * @example on_call_01kagexvhve0ya7d9z5kq5nh3m
             */
            on_call?: string | null;
        };
        CreateEscalationRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string | null;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /** @description Tells all steps again after the last one. Default, and null in an update: they are told once. */
            repeat?: components["schemas"]["EscalationRepeat"] | null;
            /**
             * @description Whether an acknowledgement stops the steps, or only the end of the alert. Default: ACKNOWLEDGED.
             * @example ACKNOWLEDGED
             */
            until?: components["schemas"]["EscalationUntil"] | null;
            /**
             * @description Seconds after which the escalation withdraws an acknowledgement that was made without an end. Default, and null in an update: it stays. Only with `until` ACKNOWLEDGED. A text like `5m` is accepted too.
             * @example 14400
             */
            acknowledged_for?: number | null;
            /**
             * @description Who is told when: 1 to 10 steps, each later than the one before.
             * @example [
             *       {
             *         "after": 0,
             *         "subscriptions": [
             *           "subscription_01kagexvhve0ya7d9z5kq5nh3m"
             *         ]
             *       },
             *       {
             *         "after": 300,
             *         "on_call": "on_call_01kagexvhve0ya7d9z5kq5nh3m"
             *       }
             *     ]
             */
            steps: components["schemas"]["EscalationStep"][];
            /**
             * @description The subscription that gets `escalation.unreached` if no step reaches anybody, whatever its kinds. No step tells it.
             * @example subscription_01kagexvhve0ya7d9z5kq5nh3m
             */
            fallback: string;
            /** @description Only alerts of this project are escalated. Default: those of all projects. */
            project_id?: string | null;
            /** @example production, around the clock */
            name: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
        };
        EscalationInfo: {
            /** @example escalation_01kagexvhve0ya7d9z5kq5nh3m */
            escalation_id: string;
            /** @example production, around the clock */
            name: string;
            /** @description Whether an acknowledgement stops the steps, or only the end of the alert. */
            until: components["schemas"]["EscalationUntil"];
            /**
             * @description The subscription that is told if no step reaches anybody.
             * @example subscription_01kagexvhve0ya7d9z5kq5nh3m
             */
            fallback: string;
            /**
             * @description Seconds after which an acknowledgement ends that was made without an end; null: it stays.
             * @example 14400
             */
            acknowledged_for: number | null;
            /** @description Only alerts of this project are escalated; null: those of all projects. */
            project_id: string | null;
            /**
             * @description The user of the key, or `root` for the root key.
             * @example jane@example.com
             */
            created_by: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
            /**
             * @description Conditions on the alert that must all match.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or: components["schemas"]["Condition"][];
            /**
             * @description Who is told when, in this order.
             * @example [
             *       {
             *         "after": 0,
             *         "subscriptions": [
             *           "subscription_01kagexvhve0ya7d9z5kq5nh3m"
             *         ]
             *       },
             *       {
             *         "after": 300,
             *         "on_call": "on_call_01kagexvhve0ya7d9z5kq5nh3m"
             *       }
             *     ]
             */
            steps: components["schemas"]["EscalationStep"][];
            /** @description How often all steps are told again after the last one; null: never. */
            repeat: components["schemas"]["EscalationRepeat"] | null;
        };
        UpdateEscalationRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][];
            /** @description Tells all steps again after the last one. Default, and null in an update: they are told once. */
            repeat?: components["schemas"]["EscalationRepeat"] | null;
            /**
             * @description Whether an acknowledgement stops the steps, or only the end of the alert. Default: ACKNOWLEDGED.
             * @example ACKNOWLEDGED
             */
            until?: components["schemas"]["EscalationUntil"];
            /**
             * @description Seconds after which the escalation withdraws an acknowledgement that was made without an end. Default, and null in an update: it stays. Only with `until` ACKNOWLEDGED. A text like `5m` is accepted too.
             * @example 14400
             */
            acknowledged_for?: number | null;
            /** @example production, around the clock */
            name?: string;
            /**
             * @description Who is told when: 1 to 10 steps, each later than the one before.
             * @example [
             *       {
             *         "after": 0,
             *         "subscriptions": [
             *           "subscription_01kagexvhve0ya7d9z5kq5nh3m"
             *         ]
             *       },
             *       {
             *         "after": 300,
             *         "on_call": "on_call_01kagexvhve0ya7d9z5kq5nh3m"
             *       }
             *     ]
             */
            steps?: components["schemas"]["EscalationStep"][];
            /**
             * @description The subscription that gets `escalation.unreached` if no step reaches anybody, whatever its kinds. No step tells it.
             * @example subscription_01kagexvhve0ya7d9z5kq5nh3m
             */
            fallback?: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            escalation_id?: string;
        };
        EscalationQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example escalation_01kagexvhve0ya7d9z5kq5nh3m */
            escalation_id?: string | null;
            name?: string | null;
            /** @description Whether an acknowledgement stops the steps, or only the end of the alert. */
            until?: components["schemas"]["EscalationUntil"] | null;
            /** @description Only alerts of this project are escalated; null: those of all projects. */
            project_id?: string | null;
            /** @description The user of the key, or `root` for the root key. */
            created_by?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        EscalationsInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialEscalationInfo"][];
        };
        EscalationStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of escalations. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        PreviewEscalationRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string | null;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /** @description Tells all steps again after the last one. Default, and null in an update: they are told once. */
            repeat?: components["schemas"]["EscalationRepeat"] | null;
            /**
             * @description Whether an acknowledgement stops the steps, or only the end of the alert. Default: ACKNOWLEDGED.
             * @example ACKNOWLEDGED
             */
            until?: components["schemas"]["EscalationUntil"] | null;
            /**
             * @description Seconds after which the escalation withdraws an acknowledgement that was made without an end. Default, and null in an update: it stays. Only with `until` ACKNOWLEDGED. A text like `5m` is accepted too.
             * @example 14400
             */
            acknowledged_for?: number | null;
            /**
             * @description Who is told when: 1 to 10 steps, each later than the one before.
             * @example [
             *       {
             *         "after": 0,
             *         "subscriptions": [
             *           "subscription_01kagexvhve0ya7d9z5kq5nh3m"
             *         ]
             *       },
             *       {
             *         "after": 300,
             *         "on_call": "on_call_01kagexvhve0ya7d9z5kq5nh3m"
             *       }
             *     ]
             */
            steps: components["schemas"]["EscalationStep"][];
            /**
             * @description The subscription that gets `escalation.unreached` if no step reaches anybody, whatever its kinds. No step tells it.
             * @example subscription_01kagexvhve0ya7d9z5kq5nh3m
             */
            fallback: string;
            /** @description Only alerts of this project are escalated. Default: those of all projects. */
            project_id?: string | null;
            /**
             * @description The number of days to look back.
             * @example 7
             */
            days: number;
        };
        PreviewedEscalationStep: {
            /** @description The number of the step. */
            step: number;
            /** @description The number of alerts for which it would have been told. */
            alerts: number;
            /** @description The number of messages, to all its receivers together. */
            messages: number;
        };
        PreviewedReceiver: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @description `null` if it was deleted. */
            name: string | null;
            messages: number;
        };
        EscalatedAlert: {
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            alert_id: string;
            title: string;
            severity: components["schemas"]["Severity"];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            opened_at: string;
            /** @description How many steps would have been told of it, with repetitions. */
            steps: number;
        };
        EscalationPreview: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            to: string;
            /** @description The number of alerts that opened in these days and match. */
            alerts: number;
            /** @description The number of alerts to which nobody had reacted when the last step was told. */
            unanswered: number;
            steps: components["schemas"]["PreviewedEscalationStep"][];
            /** @description Who would have been told, those with the most messages first. */
            receivers: components["schemas"]["PreviewedReceiver"][];
            /** @description How many steps would have had no receiver. */
            nobody: number;
            /** @description Whether all alerts of these days were considered: at most the newest 5,000 are. */
            complete: boolean;
            /** @description The newest 50 of these alerts. */
            first: components["schemas"]["EscalatedAlert"][];
        };
        OnCallMember: {
            /**
             * @description Unique in the schedule. Rotations, overrides and the summaries of events name it.
             * @example Jane Doe
             */
            name: string;
            /**
             * @description By which the attendees of events are recognized.
             * @example jane@example.com
             */
            email?: string | null;
            /**
             * @description The subscription by which the person is told.
             * @example subscription_01kagexvhve0ya7d9z5kq5nh3m
             */
            subscription_id: string;
        };
        /**
         * @description The day, for shifts of whole weeks. Default: MON.
         * @enum {string}
         */
        Weekday: "MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT" | "SUN";
        OnCallHandoff: {
            /**
             * @description The local time at which the next member takes over.
             * @example 09:00
             */
            time: string;
            /**
             * @description The day, for shifts of whole weeks. Default: MON.
             * @example MON
             */
            day?: components["schemas"]["Weekday"] | null;
        };
        OnCallRotation: {
            /**
             * @description The names of members in the order of their shifts. Default: all members.
             * @example [
             *       "Jane Doe"
             *     ]
             */
            members?: string[];
            /**
             * @description The length of a shift in hours, days or weeks.
             * @example 1w
             */
            shift: string;
            handoff: components["schemas"]["OnCallHandoff"];
            /**
             * Format: date
             * @description The local date of the first shift, which is that of the first member. Default: that of the last hand-off.
             * @example 2026-11-23
             */
            starts_on?: string;
        };
        OnCallOverride: {
            /**
             * @description The names of the members who are on call.
             * @example [
             *       "Jane Doe"
             *     ]
             */
            members: string[];
            /**
             * @description A time, or a relative time.
             * @example now
             */
            starts_at: string;
            /**
             * @description A time, or a relative time. Exclusive.
             * @example now + 8h
             */
            ends_at: string;
            /** @example Swapped with Max */
            reason?: string | null;
        };
        CreateOnCallRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example Database team */
            name: string;
            /**
             * @description A name of the IANA time zone database: that of hand-offs, and of events that name none.
             * @example Europe/Berlin
             */
            timezone: string;
            /** @description The people who can be on call, each with a subscription. */
            members: components["schemas"]["OnCallMember"][];
            /** @description How members take turns. Required, unless `ical_url` is given. */
            rotation?: components["schemas"]["OnCallRotation"] | null;
            /**
             * @description The address of an iCalendar, which is read every five minutes. Its events name members: by the e-mail address of an attendee, or else by a summary that is the name of a member.
             * @example https://calendar.example.com/on-call.ics
             */
            ical_url?: string | null;
            /** @description Times in which these members are on call, and nobody else. Replaced as a whole. */
            overrides?: components["schemas"]["OnCallOverride"][] | null;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
        };
        /**
         * @description Whether members take turns (ROTATION), or the events of a calendar apply (CALENDAR).
         * @enum {string}
         */
        OnCallSource: "ROTATION" | "CALENDAR";
        /**
         * @description NOBODY: nobody is on call. UNREACHABLE: the subscriptions of all who are on call were deleted or disabled.
         * @enum {string}
         */
        OnCallGapReason: "NOBODY" | "UNREACHABLE";
        OnCallGap: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            starts_at: string;
            /**
             * Format: date-time
             * @description Exclusive.
             * @example 2026-11-20T10:00:00.000Z
             */
            ends_at: string;
            /** @description NOBODY: nobody is on call. UNREACHABLE: the subscriptions of all who are on call were deleted or disabled. */
            reason: components["schemas"]["OnCallGapReason"];
        };
        OnCallHealth: {
            /**
             * Format: date-time
             * @description When the schedule was last checked, which happens every five minutes.
             * @example 2026-11-20T10:00:00.000Z
             */
            checked_at: string | null;
            /**
             * Format: date-time
             * @description When the calendar was last read successfully; null for a rotation.
             * @example 2026-11-20T10:00:00.000Z
             */
            read_at: string | null;
            /**
             * Format: date-time
             * @description Since when the calendar cannot be read; null if it can. Meanwhile the last copy that could be read applies.
             * @example 2026-11-20T10:00:00.000Z
             */
            failing_since: string | null;
            /** @description Why the calendar cannot be read. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the first of the gaps begins; null if there is none.
             * @example 2026-11-20T10:00:00.000Z
             */
            next_gap_at: string | null;
            /**
             * @description Parts of the calendar that could not be read, and were left out.
             * @example []
             */
            warnings: string[];
            /**
             * @description Whom current and future events of the calendar name that are no members. Nobody is on call by these events.
             * @example []
             */
            unknown_names: string[];
            /** @description When nobody would be told in the next 14 days. */
            gaps: components["schemas"]["OnCallGap"][];
        };
        OnCallInfo: {
            /** @example on_call_01kagexvhve0ya7d9z5kq5nh3m */
            on_call_id: string;
            /** @example Database team */
            name: string;
            /** @description Whether members take turns (ROTATION), or the events of a calendar apply (CALENDAR). */
            source: components["schemas"]["OnCallSource"];
            /**
             * @description The time zone of hand-offs, and of events of the calendar that last whole days or name no time zone.
             * @example Europe/Berlin
             */
            timezone: string;
            /**
             * @description The address of the calendar, shown without its path, which is a secret; null if members take turns.
             * @example https://calendar.example.com/***
             */
            ical_url: string | null;
            /** @description What the last check found. */
            health: components["schemas"]["OnCallHealth"];
            /**
             * @description The user of the key, or `root` for the root key.
             * @example jane@example.com
             */
            created_by: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The time of the last change, not counting changes of `health`.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
            /** @description The people who can be on call. */
            members: components["schemas"]["OnCallMember"][];
            /** @description How members take turns; null if a calendar says who is on call. */
            rotation: components["schemas"]["OnCallRotation"] | null;
            /** @description Times in which other members are on call than the rotation or calendar says. */
            overrides: components["schemas"]["OnCallOverride"][];
        };
        UpdateOnCallRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string;
            /** @example Database team */
            name?: string;
            /**
             * @description A name of the IANA time zone database: that of hand-offs, and of events that name none.
             * @example Europe/Berlin
             */
            timezone?: string;
            /** @description The people who can be on call, each with a subscription. */
            members?: components["schemas"]["OnCallMember"][];
            /** @description Replaces the rotation, or the calendar. null: a calendar says who is on call. */
            rotation?: components["schemas"]["OnCallRotation"] | null;
            /**
             * @description Replaces the calendar, or the rotation. null: members take turns.
             * @example https://calendar.example.com/on-call.ics
             */
            ical_url?: string | null;
            /** @description Times in which these members are on call, and nobody else. Replaced as a whole. */
            overrides?: components["schemas"]["OnCallOverride"][];
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none. Default in an update: as it is.
             * @example shop/checkout
             */
            managed_by?: string | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            on_call_id?: string;
        };
        OnCallPerson: {
            /**
             * @description Unique in the schedule. Rotations, overrides and the summaries of events name it.
             * @example Jane Doe
             */
            name: string;
            /**
             * @description By which the attendees of events are recognized.
             * @example jane@example.com
             */
            email?: string | null;
            /**
             * @description The subscription by which the person is told.
             * @example subscription_01kagexvhve0ya7d9z5kq5nh3m
             */
            subscription_id: string;
            /** @description Whether the subscription exists and is enabled. */
            reachable: boolean;
        };
        /**
         * @description Why they are on call; null: nobody is.
         * @enum {string}
         */
        OnCallCause: "ROTATION" | "CALENDAR" | "OVERRIDE";
        /**
         * @description UNKNOWN: the calendar has not been read, or its copy does not reach to this time.
         * @enum {string}
         */
        OnCallState: "ON_CALL" | "NOBODY" | "UNKNOWN";
        OnCallChange: {
            /** @description Those who are on call; empty: nobody. */
            members: components["schemas"]["OnCallPerson"][];
            /** @description Why they are on call; null: nobody is. */
            because: components["schemas"]["OnCallCause"] | null;
            /**
             * @description The summaries of events, or the reasons of overrides.
             * @example []
             */
            details: string[];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            at: string;
        };
        OnCallAnswer: {
            /** @description Those who are on call; empty: nobody. */
            members: components["schemas"]["OnCallPerson"][];
            /** @description Why they are on call; null: nobody is. */
            because: components["schemas"]["OnCallCause"] | null;
            /**
             * @description The summaries of events, or the reasons of overrides.
             * @example []
             */
            details: string[];
            /** @example on_call_01kagexvhve0ya7d9z5kq5nh3m */
            on_call_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            time: string;
            /** @description UNKNOWN: the calendar has not been read, or its copy does not reach to this time. */
            state: components["schemas"]["OnCallState"];
            /** @description What changes next; null: nothing in the next 92 days. */
            next_change: components["schemas"]["OnCallChange"] | null;
        };
        OnCallShift: {
            /** @description Those who are on call; empty: nobody. */
            members: components["schemas"]["OnCallPerson"][];
            /** @description Why they are on call; null: nobody is. */
            because: components["schemas"]["OnCallCause"] | null;
            /**
             * @description The summaries of events, or the reasons of overrides.
             * @example []
             */
            details: string[];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            starts_at: string;
            /**
             * Format: date-time
             * @description Exclusive.
             * @example 2026-11-20T10:00:00.000Z
             */
            ends_at: string;
        };
        OnCallShifts: {
            /** @example on_call_01kagexvhve0ya7d9z5kq5nh3m */
            on_call_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            to: string;
            /** @description The times in which the same people are on call, in order and without overlaps. */
            shifts: components["schemas"]["OnCallShift"][];
            /** @description The times in which nobody would be told. */
            gaps: components["schemas"]["OnCallGap"][];
        };
        OnCallQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @example on_call_01kagexvhve0ya7d9z5kq5nh3m */
            on_call_id?: string | null;
            name?: string | null;
            /** @description Whether members take turns (ROTATION), or the events of a calendar apply (CALENDAR). */
            source?: components["schemas"]["OnCallSource"] | null;
            /** @description The user of the key, or `root` for the root key. */
            created_by?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        OnCallsInfo: {
            /** @description The number of matching records, before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialOnCallInfo"][];
        };
        OnCallStatQuery: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of schedules of each source. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        PreviewSubscriptionRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The kinds of notifications to send. Default: all except `source.silent`, `source.back` and `delivery.quarantined`.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.deescalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "alert.assigned",
             *       "alert.noted",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing",
             *       "on_call.gap",
             *       "on_call.failing",
             *       "escalation.unreached"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing" | "on_call.gap" | "on_call.failing" | "escalation.unreached")[] | null;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string | null;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /**
             * @description The number of days to look back.
             * @example 7
             */
            days: number;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            subscription_id?: string;
        };
        PreviewedDay: {
            /**
             * @description The day, in UTC.
             * @example 2026-11-20
             */
            day: string;
            count: number;
        };
        SeverityCounts: {
            CRITICAL: number;
            ERROR: number;
            WARNING: number;
            INFO: number;
            NOT_AVAILABLE: number;
            NONE: number;
        };
        PreviewedChange: {
            /** @example alert.opened */
            type: string;
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            alert_id: string;
            /** @description The severity of the alert right after the change. */
            severity: components["schemas"]["Severity"];
            title: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            changed_at: string;
        };
        PreviewedQuota: {
            /** @description The limit that applies now. */
            limit: components["schemas"]["QuotaLimit"];
            /** @description The units that would have been refused if nothing else had consumed the quota. */
            refused: number;
            /**
             * @description The window that would have been exhausted first; null: none.
             * @enum {string|null}
             */
            exceeded: "day" | "month" | null;
            /**
             * Format: date-time
             * @description The time of the first change whose notification would have been refused.
             * @example 2026-11-20T10:00:00.000Z
             */
            exceeded_at: string | null;
            /** @description The days on which units would have been refused. */
            days: components["schemas"]["SimulatedDay"][];
        };
        SubscriptionDifference: {
            /** @description The number of notifications of the stored subscription. */
            present: number;
            /** @description The number of notifications that only the stored subscription would have sent. */
            missing: number;
            /** @description The number of notifications that only the draft would have sent. */
            additional: number;
            /** @description The oldest 50 that only the stored subscription would have sent. */
            first_missing: components["schemas"]["PreviewedChange"][];
            /** @description The oldest 50 that only the draft would have sent. */
            first_additional: components["schemas"]["PreviewedChange"][];
        };
        SubscriptionPreview: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            to: string;
            /** @description The days with at least one change. */
            days: components["schemas"]["PreviewedDay"][];
            by_severity: components["schemas"]["SeverityCounts"];
            /** @description The oldest 50 changes. */
            first: components["schemas"]["PreviewedChange"][];
            notifications: number;
            /** @description The units of the quota that would have been consumed if no attempt failed. */
            units: number;
            /** @description The effect of the limit that applies now. */
            quota: components["schemas"]["PreviewedQuota"];
            /** @description The comparison with the stored subscription; null if the request replaces none of its fields. */
            difference: components["schemas"]["SubscriptionDifference"] | null;
        };
        PreviewSubscriptionDraftRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The kinds of notifications to send. Default: all except `source.silent`, `source.back` and `delivery.quarantined`.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.deescalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "alert.assigned",
             *       "alert.noted",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing",
             *       "on_call.gap",
             *       "on_call.failing",
             *       "escalation.unreached"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing" | "on_call.gap" | "on_call.failing" | "escalation.unreached")[] | null;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string | null;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /**
             * @description The number of days to look back.
             * @example 7
             */
            days: number;
            /** @example webhook */
            protocol_id: string;
            /** @description Only alerts of this project. Default: of all projects. */
            project_id?: string | null;
        };
        PreviewMessageRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The kinds of notifications to send. Default: all except `source.silent`, `source.back` and `delivery.quarantined`.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.deescalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "alert.assigned",
             *       "alert.noted",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing",
             *       "on_call.gap",
             *       "on_call.failing",
             *       "escalation.unreached"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing" | "on_call.gap" | "on_call.failing" | "escalation.unreached")[] | null;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string | null;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /**
             * @description The alert whose newest change is shown, with `kinds` of one of these kinds. Default: the newest alert of the last 30 days that the filter finds; if there is none, a sample.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string | null;
            /**
             * @description A JSONata expression on the message: `type`, `timestamp` and `data`. For `webhook`, its result is the request body. For all others, it returns an object with `title`, `text` and `fields`, of which those that are missing stay as they are. If it returns nothing, the message is sent unchanged. Not for `relay`. Default, and null in an update: messages are sent unchanged.
             * @example { "text": data.alert.title & " is " & data.alert.state }
             */
            template?: string | null;
            /**
             * @description The time zone, by its IANA name, of the times in messages for people. Default: UTC.
             * @example Europe/Berlin
             */
            timezone?: string | null;
            /**
             * @description The options of the protocol, as defined by its `options_schema`. `***` keeps a stored secret.
             * @example {
             *       "url": "https://example.com/alerts"
             *     }
             */
            options?: {
                [key: string]: unknown;
            } | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            subscription_id?: string;
        };
        /** @enum {string} */
        AlertNotificationType: "alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted" | "alert.reminder";
        NotificationLinks: {
            /**
             * @description The record in the API.
             * @example https://tocsin.example.com/monitoring/v1/alert/alert_…
             */
            api: string;
            /**
             * @description The page in the console.
             * @example https://tocsin.example.com/console/#/alert/alert_…
             */
            console?: string;
        };
        AlertNotificationData: {
            /** @description The alert at the time when the change was read, with the `state` and `severity` right after the change. */
            alert: components["schemas"]["AlertInfo"];
            change: components["schemas"]["AlertChange"];
            /** @description The event that made the change, with `raw_data: null` if that has more than 65,536 characters; null if no event made the change, as for an acknowledgement, or if it is no longer kept. */
            event: components["schemas"]["EventInfo"] | null;
            links: components["schemas"]["NotificationLinks"];
        };
        AlertNotification: {
            type: components["schemas"]["AlertNotificationType"];
            /**
             * Format: date-time
             * @description The time at which the alert changed, or of the reminder.
             * @example 2026-11-20T10:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["AlertNotificationData"];
        };
        PreviewedField: {
            /** @example Severity */
            name: string;
            /** @example ERROR */
            value: string;
        };
        PreviewedLink: {
            /** @example Runbook */
            text: string;
            /** @example https://runbooks.example.com/disk */
            url: string;
        };
        PreviewedText: {
            /**
             * @description What happened, in a few words.
             * @example Opened
             */
            event: string;
            /** @example Disk of db-1 is 95 % full */
            title: string;
            severity: components["schemas"]["Severity"] | null;
            /**
             * @description The description, or the `text` of the template.
             * @example [
             *       "The disk of db-1 will be full in about 6 hours."
             *     ]
             */
            lines: string[];
            /** @description Names and values, in their order. */
            fields: components["schemas"]["PreviewedField"][];
            links: components["schemas"]["PreviewedLink"][];
        };
        MessagePreview: {
            /**
             * @description The alert that is shown; null if there is none, so that `message` is a sample.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id: string | null;
            /**
             * @description Whether the message is sent. If not, the notification is FAILED because of `problem`.
             * @example true
             */
            is_sent: boolean;
            /** @description Why the template fails for this message; null if it does not. Messages for people are then sent with this reason. */
            problem: string | null;
            /** @description What the template is applied to. */
            message: components["schemas"]["AlertNotification"];
            /**
             * @description What is sent, with `***` for secrets: the body of the request; for `email`, `from`, `to`, `subject`, `text` and `html` of the mail; for `opsgenie`, the `requests` with `method`, `url` and `body`, as if this were the first message about the alert. null if nothing is sent, and for `relay`, which posts what the sender posted.
             * @example {
             *       "text": "Disk of db-1 is 95 % full is OPEN"
             *     }
             */
            content: string | number | boolean | unknown[] | Record<string, unknown> | null;
            /** @description The message as people read it; null for `webhook` and `relay`, which programs read. */
            text: components["schemas"]["PreviewedText"] | null;
        };
        PreviewMessageDraftRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The kinds of notifications to send. Default: all except `source.silent`, `source.back` and `delivery.quarantined`.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.deescalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "alert.assigned",
             *       "alert.noted",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing",
             *       "on_call.gap",
             *       "on_call.failing",
             *       "escalation.unreached"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing" | "on_call.gap" | "on_call.failing" | "escalation.unreached")[] | null;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | string | null;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /**
             * @description The alert whose newest change is shown, with `kinds` of one of these kinds. Default: the newest alert of the last 30 days that the filter finds; if there is none, a sample.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string | null;
            /**
             * @description A JSONata expression on the message: `type`, `timestamp` and `data`. For `webhook`, its result is the request body. For all others, it returns an object with `title`, `text` and `fields`, of which those that are missing stay as they are. If it returns nothing, the message is sent unchanged. Not for `relay`. Default, and null in an update: messages are sent unchanged.
             * @example { "text": data.alert.title & " is " & data.alert.state }
             */
            template?: string | null;
            /**
             * @description The time zone, by its IANA name, of the times in messages for people. Default: UTC.
             * @example Europe/Berlin
             */
            timezone?: string | null;
            /** @example webhook */
            protocol_id: string;
            /**
             * @description The options of the protocol, as defined by its `options_schema`. `***` keeps a stored secret.
             * @example {
             *       "url": "https://example.com/alerts"
             *     }
             */
            options: {
                [key: string]: unknown;
            };
            /** @description Only alerts of this project. Default: of all projects. */
            project_id?: string | null;
        };
        PreviewSilenceRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The number of days to look back.
             * @example 7
             */
            days: number;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. An empty list silences every alert. A list of conditions, or a text like `severity >= ERROR and labels.team = "db"`.
             * @example [
             *       {
             *         "k": "title",
             *         "v": "database",
             *         "o": "contain"
             *       }
             *     ]
             */
            filter: components["schemas"]["Condition"][] | string;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /** @description The weekly windows to which the silence is restricted. Default: all the time. */
            weekly?: components["schemas"]["SilenceWeekly"] | null;
        };
        SilencePreview: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            to: string;
            /** @description The days with at least one change. */
            days: components["schemas"]["PreviewedDay"][];
            by_severity: components["schemas"]["SeverityCounts"];
            /** @description The oldest 50 changes. */
            first: components["schemas"]["PreviewedChange"][];
            /** @description The number of changes of alerts that would have been silenced, whether or not a subscription matches them. */
            changes: number;
        };
        PlannedSubscription: {
            /** @example on-call */
            name: string;
            /**
             * @description Conditions on the alert that must all match. Default: every alert.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][];
            /**
             * @description The record that is replaced. Default: it is new.
             * @example subscription_01kagexvhve0ya7d9z5kq5nh3m
             */
            subscription_id?: string;
            /** @example webhook */
            protocol_id: string;
            /** @description Only alerts of this project. Default: of all. */
            project_id?: string | null;
            /**
             * @description The kinds of notifications to send. Default: as for a new one.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.deescalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "alert.assigned",
             *       "alert.noted",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing",
             *       "on_call.gap",
             *       "on_call.failing",
             *       "escalation.unreached"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing" | "on_call.gap" | "on_call.failing" | "escalation.unreached")[];
            /** @description What it is told by. Those of steps are told nothing by changes. Default: CHANGE. */
            trigger?: components["schemas"]["SubscriptionTrigger"];
            /** @description Default: true. */
            enabled?: boolean;
            /**
             * @description The options of the protocol. Only which there are matters, so secrets need not be sent.
             * @example {
             *       "url": "***"
             *     }
             */
            options?: {
                [key: string]: unknown;
            };
        };
        PlannedSilence: {
            /** @example on-call */
            name: string;
            /**
             * @description Conditions on the alert that must all match. Default: every alert.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][];
            /**
             * @description The record that is replaced. Default: it is new.
             * @example silence_01kagexvhve0ya7d9z5kq5nh3m
             */
            silence_id?: string;
            /**
             * @description A time, or a relative time like `now + 1h`. Default: now.
             * @example now + 2h
             */
            starts_at?: string;
            /**
             * @description A time, or a relative time.
             * @example now + 2h
             */
            ends_at: string;
            /** @description The weekly windows to which the silence is restricted. Default: all the time. */
            weekly?: components["schemas"]["SilenceWeekly"] | null;
        };
        PlannedInhibition: {
            /** @example on-call */
            name: string;
            /**
             * @description The record that is replaced. Default: it is new.
             * @example inhibition_01kagexvhve0ya7d9z5kq5nh3m
             */
            inhibition_id?: string;
            /** @description Only alerts of this project. Default: of all. */
            project_id?: string | null;
            /**
             * @description Conditions on the alert that explains others.
             * @example [
             *       {
             *         "k": "rule",
             *         "v": "ClusterDown",
             *         "o": "eq"
             *       }
             *     ]
             */
            source: components["schemas"]["Condition"][];
            /**
             * @description Conditions on the alerts that are held back.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "WARNING",
             *         "o": "eq"
             *       }
             *     ]
             */
            target: components["schemas"]["Condition"][];
            /**
             * @description The fields that must have the same value in both alerts. Default: none.
             * @example [
             *       "labels.cluster"
             *     ]
             */
            equal?: (string | ("webhook_id" | "project_id" | "event_key" | "severity" | "title" | "rule" | "source.name" | "resource.resource_id" | "resource.resource_type" | "resource.name") | unknown)[];
            /**
             * @description Seconds that the opening of a target waits, in case its source arrives later. Default: 30. A text like `5m` is accepted too.
             * @example 30
             */
            wait?: number;
            /**
             * @description Seconds after the end of a source until the targets that are still open are told. Default: 300. A text like `5m` is accepted too.
             * @example 300
             */
            settle?: number;
            /**
             * @description Seconds after its last event for which a source that stays open takes effect. Default: 86400. A text like `5m` is accepted too.
             * @example 86400
             */
            max?: number;
            /** @description Default: true. */
            enabled?: boolean;
        };
        PlannedStep: {
            /**
             * @description Seconds from the opening of the alert. A text like `5m` is accepted too.
             * @example 300
             */
            after: number;
        };
        PlannedEscalation: {
            /** @example on-call */
            name: string;
            /**
             * @description Conditions on the alert that must all match. Default: every alert.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][];
            /**
             * @description The record that is replaced. Default: it is new.
             * @example escalation_01kagexvhve0ya7d9z5kq5nh3m
             */
            escalation_id?: string;
            /** @description Only alerts of this project. Default: of all. */
            project_id?: string | null;
            /**
             * @description The steps, each later than the one before. Whom they tell does not matter.
             * @example [
             *       {
             *         "after": 0
             *       },
             *       {
             *         "after": 300
             *       }
             *     ]
             */
            steps: components["schemas"]["PlannedStep"][];
            /** @description Default: once. */
            repeat?: components["schemas"]["EscalationRepeat"] | null;
            /** @description What stops the steps. Default: ACKNOWLEDGED. */
            until?: components["schemas"]["EscalationUntil"];
        };
        PlannedQuota: {
            /** @example email */
            protocol_id: string;
            /**
             * @example {
             *       "day": 1000
             *     }
             */
            limit: components["schemas"]["QuotaLimit"];
        };
        PreviewPlanRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The number of days to look back.
             * @example 7
             */
            days: number;
            /**
             * @description Subscriptions that are added or replaced.
             * @example [
             *       {
             *         "name": "on-call",
             *         "protocol_id": "webhook",
             *         "filter": [
             *           {
             *             "k": "severity",
             *             "v": "ERROR",
             *             "o": "gte"
             *           }
             *         ]
             *       }
             *     ]
             */
            subscriptions?: components["schemas"]["PlannedSubscription"][] | null;
            /** @description Silences that are added or replaced. One that has not ended counts as if it had applied all the time, or in its weekly windows. */
            silences?: components["schemas"]["PlannedSilence"][] | null;
            /** @description Inhibitions that are added or replaced. */
            inhibitions?: components["schemas"]["PlannedInhibition"][] | null;
            /** @description Escalations that are added or replaced. */
            escalations?: components["schemas"]["PlannedEscalation"][] | null;
            /** @description The limits of protocols. */
            quotas?: components["schemas"]["PlannedQuota"][] | null;
        };
        SubscriptionEffect: {
            /**
             * @description null: it is new.
             * @example subscription_01kagexvhve0ya7d9z5kq5nh3m
             */
            subscription_id: string | null;
            name: string;
            project_id: string | null;
            protocol_id: string;
            trigger: components["schemas"]["SubscriptionTrigger"];
            /** @description The number of notifications with the records as they are. */
            before: number;
            /** @description The number of notifications with the records as they would be. */
            after: number;
            /** @description The number of notifications that would have been sent in addition. */
            more: number;
            /** @description The number of notifications that would not have been sent. */
            fewer: number;
            /** @description The first 10 in addition. */
            first_more: components["schemas"]["PreviewedChange"][];
            /** @description The first 10 that would not have been sent. */
            first_fewer: components["schemas"]["PreviewedChange"][];
        };
        InhibitionEffect: {
            /**
             * @description null: it is new.
             * @example inhibition_01kagexvhve0ya7d9z5kq5nh3m
             */
            inhibition_id: string | null;
            name: string;
            project_id: string | null;
            /** @description The number of alerts that it held back, as it is. */
            before: number;
            /** @description The number of alerts that it would have held back. */
            after: number;
        };
        EscalationRuns: {
            /** @description The number of alerts that would have been escalated. */
            alerts: number;
            /** @description The number of steps that would have been told. */
            steps: number;
            /** @description The number of alerts for which all steps would have been told, the last time. */
            unanswered: number;
        };
        PlannedRun: {
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            alert_id: string;
            title: string;
            severity: components["schemas"]["Severity"];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            opened_at: string;
            /** @description The number of steps that would have been told. */
            steps: number;
        };
        EscalationEffect: {
            /**
             * @description null: it is new.
             * @example escalation_01kagexvhve0ya7d9z5kq5nh3m
             */
            escalation_id: string | null;
            name: string;
            project_id: string | null;
            before: components["schemas"]["EscalationRuns"];
            after: components["schemas"]["EscalationRuns"];
            /** @description The newest 10 alerts that would have been escalated. */
            first: components["schemas"]["PlannedRun"][];
        };
        UnitUse: {
            limit: components["schemas"]["QuotaLimit"];
            /** @description The units that all subscriptions of the protocol would have consumed, before grouping. */
            units: number;
            /** @description The units that would have been refused if nothing else had consumed the quota. */
            refused: number;
            /**
             * @description The window that would have been exhausted first; null: none.
             * @enum {string|null}
             */
            exceeded: "day" | "month" | null;
            /**
             * @description The UTC day on which it would have been.
             * @example 2026-11-20
             */
            exceeded_on: string | null;
            /** @description The units of a day at this rate, on average. */
            per_day: number;
            /** @description The units of 30 days at this rate. */
            per_month: number;
        };
        QuotaEffect: {
            protocol_id: string;
            before: components["schemas"]["UnitUse"];
            after: components["schemas"]["UnitUse"];
        };
        PlanPreview: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            to: string;
            /** @description The number of changes of alerts in this time. 0: there is nothing to compare with. */
            changes: number;
            /** @description Whether all alerts of this time were considered: of an inhibition at most the newest 5,000 sources and targets, of an escalation the newest 5,000 alerts are. */
            complete: boolean;
            /** @description The subscriptions of the request, and those whose notifications differ. */
            subscriptions: components["schemas"]["SubscriptionEffect"][];
            /** @description The inhibitions of the request. */
            inhibitions: components["schemas"]["InhibitionEffect"][];
            /** @description The escalations of the request. */
            escalations: components["schemas"]["EscalationEffect"][];
            /** @description The units by protocol. Silences of the request that end once and for all are left out: they say nothing of later months. */
            quotas: components["schemas"]["QuotaEffect"][];
        };
        PreviewAlertTellingRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /** @description As in the path, where it is required. It can be repeated here with the same value. */
            alert_id?: string;
        };
        TellingAlert: {
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            alert_id: string;
            title: string;
            severity: components["schemas"]["Severity"];
            state: components["schemas"]["AlertState"];
        };
        PreviewedSilence: {
            /** @example silence_01kagexvhve0ya7d9z5kq5nh3m */
            silence_id: string;
            /** @example CHG-1234 */
            reason: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            until: string;
        };
        PreviewedSubscription: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @example on-call */
            name: string;
            /** @example webhook */
            protocol_id: string;
            /** @description The silence that would hold this back; null: there is none. */
            silenced_by: components["schemas"]["PreviewedSilence"] | null;
            /**
             * @description Seconds for which it would wait for others of its group, if it is the first of them; 0: it is told at once.
             * @example 0
             */
            wait: number;
        };
        TellingReceiver: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @example on-call */
            name: string;
            /** @example webhook */
            protocol_id: string;
        };
        TellingStep: {
            /**
             * @description The number of the step.
             * @example 1
             */
            step: number;
            /**
             * @description Seconds from the opening of the alert.
             * @example 300
             */
            after: number;
            /**
             * @description The schedule that is asked; null: none.
             * @example on_call_01kagexvhve0ya7d9z5kq5nh3m
             */
            on_call_id: string | null;
            /** @description Whom the step would tell, with those who are on call now. */
            receivers: components["schemas"]["TellingReceiver"][];
            /** @description Why nobody would be told, or not all; null: all would be. */
            reason: string | null;
        };
        TellingEscalation: {
            /** @example escalation_01kagexvhve0ya7d9z5kq5nh3m */
            escalation_id: string;
            /** @example production, around the clock */
            name: string;
            until: components["schemas"]["EscalationUntil"];
            steps: components["schemas"]["TellingStep"][];
            /** @description Who is told if no step reaches anybody; null if that subscription was deleted. */
            fallback: components["schemas"]["TellingReceiver"] | null;
        };
        InhibitingAlert: {
            /** @example inhibition_01kagexvhve0ya7d9z5kq5nh3m */
            inhibition_id: string;
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            source_alert_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            until: string;
        };
        InvalidSubscription: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            reason: string;
        };
        /**
         * @description DISABLED: it is disabled. KIND: it is not told of alerts that open. PROJECT: it is for alerts of another project. NO_STEP: only steps of escalations tell it, and none that applies would tell it now. CONDITIONS: conditions of its filter do not match. INVALID_FILTER: its filter cannot be applied any more.
         * @enum {string}
         */
        UntoldReason: "DISABLED" | "KIND" | "PROJECT" | "NO_STEP" | "CONDITIONS" | "INVALID_FILTER";
        UntoldSubscription: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @example on-call */
            name: string;
            /** @example webhook */
            protocol_id: string;
            /** @description DISABLED: it is disabled. KIND: it is not told of alerts that open. PROJECT: it is for alerts of another project. NO_STEP: only steps of escalations tell it, and none that applies would tell it now. CONDITIONS: conditions of its filter do not match. INVALID_FILTER: its filter cannot be applied any more. */
            reason: components["schemas"]["UntoldReason"];
            /** @description More about the reason, such as the project; null: there is nothing more to say. */
            details: string | null;
            /**
             * @description The conditions that do not match, as text.
             * @example [
             *       "labels.team = \"db\""
             *     ]
             */
            conditions: string[];
        };
        AlertTellingPreview: {
            alert: components["schemas"]["TellingAlert"];
            /** @description The subscriptions whose filter finds the alert. */
            subscriptions: components["schemas"]["PreviewedSubscription"][];
            /** @description The escalations that would begin. */
            escalations: components["schemas"]["TellingEscalation"][];
            /** @description The open alert that explains this one, so that nobody would be told of it; null: there is none. */
            inhibited_by: components["schemas"]["InhibitingAlert"] | null;
            /** @description The subscriptions whose filter cannot be applied any more. */
            invalid: components["schemas"]["InvalidSubscription"][];
            /** @description The first 200 subscriptions that nothing would tell, and why; those that nearly match come first. */
            untold: components["schemas"]["UntoldSubscription"][];
            /** @description The number of all subscriptions that nothing would tell. */
            untold_count: number;
        };
        AlertTellingsRequest: {
            /**
             * @description The domain of the request. Default: the domain of the key. Required with the root key.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The alerts, such as those of a page of a list.
             * @example [
             *       "alert_01kagexvhve0ya7d9z5kq5nh3m"
             *     ]
             */
            alert_ids: string[];
        };
        /**
         * @description The first that applies. TOLD: somebody was told that the alert exists, since it was last opened or reopened, or may have been, as an attempt had no response. WAITING: a notification waits to be sent, a step of an escalation is to come, or what was held back is about to be told. FAILED: what was sent did not arrive. SILENCED, INHIBITED: what would have been told is held back; of an open alert, until that ends. What nobody would be told of anyway is neither. PENDING: the last change of the alert was not looked at yet, which takes a moment. FORGOTTEN: the alert was last opened or reopened before the notifications that are kept, and nobody was told since. NOBODY: none of these; nobody was told and nobody will be.
         * @enum {string}
         */
        TellingState: "TOLD" | "WAITING" | "FAILED" | "SILENCED" | "INHIBITED" | "PENDING" | "FORGOTTEN" | "NOBODY";
        ToldSubscription: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @description `null` if the subscription was deleted long ago. */
            name: string | null;
            /** @example slack */
            protocol_id: string;
            /** @description The state of its newest notification that was neither superseded nor cancelled. */
            state: components["schemas"]["NotificationState"];
            /**
             * Format: date-time
             * @description When that was sent, or last tried, or else when the alert changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            at: string;
        };
        TellingSilence: {
            /** @example silence_01kagexvhve0ya7d9z5kq5nh3m */
            silence_id: string;
            /** @example Maintenance of db-7 */
            name: string;
            /** @example Disk is being replaced */
            reason: string;
            /**
             * Format: date-time
             * @description When it ends; one that is weekly: its present window.
             * @example 2026-11-20T10:00:00.000Z
             */
            ends_at: string;
        };
        TellingInhibition: {
            /** @example inhibition_01kagexvhve0ya7d9z5kq5nh3m */
            inhibition_id: string;
            /** @example Hosts without network */
            name: string;
            /**
             * @description The open alert that explains this one.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            source_alert_id: string;
        };
        AlertTellingInfo: {
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            alert_id: string;
            /** @description The first that applies. TOLD: somebody was told that the alert exists, since it was last opened or reopened, or may have been, as an attempt had no response. WAITING: a notification waits to be sent, a step of an escalation is to come, or what was held back is about to be told. FAILED: what was sent did not arrive. SILENCED, INHIBITED: what would have been told is held back; of an open alert, until that ends. What nobody would be told of anyway is neither. PENDING: the last change of the alert was not looked at yet, which takes a moment. FORGOTTEN: the alert was last opened or reopened before the notifications that are kept, and nobody was told since. NOBODY: none of these; nobody was told and nobody will be. */
            state: components["schemas"]["TellingState"];
            /** @description The subscriptions with notifications of the alert, at most 20, the newest first. Those about notes and assignments do not count. */
            told: components["schemas"]["ToldSubscription"][];
            /** @description The number of subscriptions that were told that the alert exists, since it was last opened or reopened. One of them can be among those that wait or failed too, with what it was to be told later. */
            told_count: number;
            /** @description The number of subscriptions for which a notification waits. */
            waiting_count: number;
            /** @description The number of subscriptions whose newest notification has failed since then. */
            failed_count: number;
            /** @description The silences that apply to the alert now, at most 20, the longest first. Of a resolved alert: none. */
            silenced_by: components["schemas"]["TellingSilence"][];
            /** @description The inhibition that holds the alert back now, if there is one. */
            inhibited_by: components["schemas"]["TellingInhibition"][];
        };
        AlertTellingsInfo: {
            /** @description One for each alert, in the order of the request. Alerts that the domain does not have are left out. */
            results: components["schemas"]["AlertTellingInfo"][];
        };
        /** @enum {string} */
        HealthStatus: "ok";
        HealthInfo: {
            status: components["schemas"]["HealthStatus"];
        };
        /**
         * @description Whether the database accepts writes. If not, deliveries are stored in the spool, and alerts are not updated.
         * @enum {string}
         */
        DatabaseState: "ok" | "unavailable";
        /**
         * @description Whether deliveries wait in the spool of the process. `health.backlog` of webhooks does not count them. Absent if the process has no spool.
         * @enum {string}
         */
        SpoolState: "empty" | "in_use";
        ReadyInfo: {
            status: components["schemas"]["HealthStatus"];
            /** @description Whether the database accepts writes. If not, deliveries are stored in the spool, and alerts are not updated. */
            database: components["schemas"]["DatabaseState"];
            /** @description Whether deliveries wait in the spool of the process. `health.backlog` of webhooks does not count them. Absent if the process has no spool. */
            spool?: components["schemas"]["SpoolState"];
        };
        RemoteDelivery: {
            /**
             * @description The parsed body: JSON with all digits of its numbers, a form as an object of strings (a repeated field is a list of strings), or any other body as text.
             * @example {
             *       "text": "disk full",
             *       "host": "db-1"
             *     }
             */
            body: string | number | boolean | unknown[] | Record<string, unknown> | null;
            /**
             * @description The stored headers, with names in lower case.
             * @example {
             *       "content-type": "application/json"
             *     }
             */
            headers: {
                [key: string]: unknown;
            };
            /** @example application/json */
            content_type: string;
            /**
             * @description The parameters of the query string.
             * @example {}
             */
            query: {
                [key: string]: unknown;
            };
            /** @description The part of the path after `/events`, decoded. A `/` or `%` within a segment stays encoded (`%2F`, `%25`). */
            path_suffix: string;
            /**
             * Format: date-time
             * @description When the delivery arrived.
             * @example 2026-11-20T10:00:00.000Z
             */
            received_at: string;
        };
        ParseDeliveryRequest: {
            delivery: components["schemas"]["RemoteDelivery"];
        };
        RemoteResource: {
            resource_id?: string | null;
            resource_type?: string | null;
            name?: string | null;
        };
        /**
         * @description The meaning of `occurred_at`. `change`: the time of the change. `start`: the start of the problem. An alarm with such a time is repeated with the same time while the problem lasts; a RECOVERY has such a time only if its end is not known. Default: `change`.
         * @enum {string}
         */
        OccurredAtIs: "change" | "start";
        RemoteLink: {
            /**
             * @description Usual names: runbook, dashboard, panel, generator, source, silence, image.
             * @example runbook
             */
            name: string;
            /**
             * @description http or https.
             * @example https://runbooks.example.com/disk
             */
            url: string;
        };
        RemoteEvent: {
            /**
             * @description The identifier of the problem. All alarms of a problem and its recovery have the same event key.
             * @example db-1
             */
            event_key: string;
            /** @description For a RECOVERY: the event key that a previous version of the plugin gave the problem. If only that key has an open alert, the recovery closes it. Not stored. */
            previous_event_key?: string | null;
            event_type?: components["schemas"]["EventType"] | null;
            /**
             * @description Required, except for a RECOVERY.
             * @example disk full
             */
            title?: string | null;
            description?: string | null;
            severity?: components["schemas"]["Severity"] | null;
            rule?: string | null;
            resource?: components["schemas"]["RemoteResource"] | null;
            provider?: string | null;
            account?: string | null;
            image_url?: string | null;
            /**
             * Format: date-time
             * @description The time of the change, with a time zone. For a RECOVERY, the end of the problem. Events of an event key are ordered by this time, and the newest determines the state of the alert. Default: the arrival.
             * @example 2026-11-20T10:00:00.000Z
             */
            occurred_at?: string | null;
            /** @description The meaning of `occurred_at`. `change`: the time of the change. `start`: the start of the problem. An alarm with such a time is repeated with the same time while the problem lasts; a RECOVERY has such a time only if its end is not known. Default: `change`. */
            occurred_at_is?: components["schemas"]["OccurredAtIs"] | null;
            /**
             * Format: date-time
             * @description For a RECOVERY whose `occurred_at` is the end: the start of the problem, with a time zone.
             * @example 2026-11-20T10:00:00.000Z
             */
            started_at?: string | null;
            /**
             * @description For a RECOVERY: the name of the sender's user who resolved the alarm.
             * @example Ada Lovelace
             */
            resolved_by?: string | null;
            /**
             * @description What the alarm is filtered, grouped and told apart by. Longer or more labels are cut.
             * @example {
             *       "team": "shop",
             *       "cluster": "eu-1"
             *     }
             */
            labels?: {
                [key: string]: string;
            } | null;
            /** @description Pages about the alarm. */
            links?: components["schemas"]["RemoteLink"][] | null;
            additional_info?: {
                [key: string]: unknown;
            } | null;
            /** @description Default: the part of the body at `pointer`. */
            raw_data?: string | number | boolean | unknown[] | Record<string, unknown>;
            /**
             * @description The JSON pointer of the part of the body that the event was parsed from. It distinguishes the alarms of one delivery.
             * @example
             */
            pointer?: string | null;
        };
        RemoteAcknowledgement: {
            /**
             * @description The event key of the alert's events.
             * @example db-1
             */
            event_key: string;
            /** @description The event key that a previous version of the plugin gave the problem. Not stored. */
            previous_event_key?: string | null;
            /** @description False: the acknowledgement was withdrawn. Default: true. */
            acknowledged?: boolean | null;
            /**
             * @description The user of the sender.
             * @example Ada Lovelace
             */
            by?: string | null;
            comment?: string | null;
            /**
             * Format: date-time
             * @description When the acknowledgement was made, with a time zone. Default: the arrival.
             * @example 2026-11-20T10:00:00.000Z
             */
            occurred_at?: string | null;
            /**
             * @description The JSON pointer of the part of the body that the acknowledgement was parsed from.
             * @example
             */
            pointer?: string | null;
        };
        RemoteOutcome: {
            outcome: components["schemas"]["PreviewedOutcomeKind"];
            /** @description The event. Required with EVENT. */
            event?: components["schemas"]["RemoteEvent"];
            /** @description The acknowledgement. Required with ACKNOWLEDGED. */
            acknowledgement?: components["schemas"]["RemoteAcknowledgement"];
            /**
             * @description With IGNORED and ERROR: why the item is ignored or cannot be parsed.
             * @example a heartbeat
             */
            reason?: string;
            /**
             * @description With IGNORED and ERROR: the JSON pointer of the part of the body that the outcome is about.
             * @example
             */
            pointer?: string;
        };
        ParseDeliveryAnswer: {
            /**
             * @description The outcomes, in the order of the payload. An invalid outcome does not affect the others.
             * @example [
             *       {
             *         "outcome": "EVENT",
             *         "event": {
             *           "event_key": "db-1",
             *           "title": "disk full",
             *           "severity": "ERROR"
             *         }
             *       },
             *       {
             *         "outcome": "ACKNOWLEDGED",
             *         "acknowledgement": {
             *           "event_key": "db-2",
             *           "by": "Ada Lovelace"
             *         }
             *       },
             *       {
             *         "outcome": "IGNORED",
             *         "reason": "a heartbeat"
             *       },
             *       {
             *         "outcome": "ERROR",
             *         "reason": "has no host"
             *       }
             *     ]
             */
            outcomes: components["schemas"]["RemoteOutcome"][];
        };
        VerifyRemotePluginRequest: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            asked_at: string;
        };
        RemoteCheck: {
            /** @example database */
            name: string;
            ok: boolean;
            /** @example reachable */
            message: string;
        };
        VerifyRemotePluginAnswer: {
            /**
             * @example [
             *       {
             *         "name": "database",
             *         "ok": true,
             *         "message": "reachable"
             *       }
             *     ]
             */
            checks: components["schemas"]["RemoteCheck"][];
        };
        /** @enum {string} */
        ServiceMessageType: "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing" | "on_call.gap" | "on_call.failing" | "escalation.unreached";
        ServiceNotificationData: {
            /**
             * @description The title, in one line.
             * @example Protocol webhook has used 80 % of its quota
             */
            title: string;
            /**
             * @description The subject of the message. Its fields depend on `type`.
             * @example {}
             */
            subject: {
                [key: string]: unknown;
            };
            links: components["schemas"]["NotificationLinks"];
        };
        ServiceNotification: {
            type: components["schemas"]["ServiceMessageType"];
            /**
             * Format: date-time
             * @description The time at which the reported condition occurred.
             * @example 2026-11-20T10:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["ServiceNotificationData"];
        };
        /** @enum {string} */
        DigestMessageType: "digest";
        DigestSubscription: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @example on-call */
            name: string;
        };
        DigestedNotification: {
            /** @example notification_01kagexvhve0ya7d9z5kq5nh3m */
            notification_id: string;
            /** @example alert.opened */
            kind: string;
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            alert_id: string | null;
            /** @example WARNING */
            severity: string | null;
            /** @example Disk full */
            title: string;
            /**
             * Format: date-time
             * @description When the alert changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
        };
        DigestNotificationData: {
            subscription: components["schemas"]["DigestSubscription"];
            /**
             * @description Why the notifications are sent together.
             * @example The quota is nearly used up
             */
            reason: string;
            /**
             * @description The number of notifications that the digest covers.
             * @example 312
             */
            total: number;
            /**
             * @description How many of them are recoveries.
             * @example 0
             */
            resolved: number;
            /**
             * @description The worst severity of those that are no recoveries; null if all are.
             * @example WARNING
             */
            severity: string | null;
            /**
             * @description The number of notifications of each severity.
             * @example {
             *       "WARNING": 312
             *     }
             */
            by_severity: {
                [key: string]: unknown;
            };
            /** @description The first 50 notifications, the most severe first. */
            notifications: components["schemas"]["DigestedNotification"][];
            links: components["schemas"]["NotificationLinks"];
        };
        DigestNotification: {
            type: components["schemas"]["DigestMessageType"];
            /**
             * Format: date-time
             * @description The time at which the digest was created.
             * @example 2026-11-20T10:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["DigestNotificationData"];
        };
        /** @enum {string} */
        TestMessageType: "subscription.test";
        TestNotificationData: {
            subscription: components["schemas"]["DigestSubscription"];
        };
        TestNotification: {
            type: components["schemas"]["TestMessageType"];
            /**
             * Format: date-time
             * @description The time at which the test was created.
             * @example 2026-11-20T10:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["TestNotificationData"];
        };
        /** @enum {string} */
        Operator: "eq" | "not" | "in" | "not_in" | "lt" | "lte" | "gt" | "gte" | "contain" | "not_contain" | "contain_in" | "not_contain_in" | "regex" | "regex_in" | "datetime_lt" | "datetime_lte" | "datetime_gt" | "datetime_gte" | "timediff_lt" | "timediff_lte" | "timediff_gt" | "timediff_gte" | "exists" | "match";
        /** @description The value to compare with. `in`, `not_in`, `contain_in`, `not_contain_in` and `regex_in` take a list. */
        ConditionValue: string | number | boolean | {
            [key: string]: unknown;
        } | unknown[] | null;
        LongCondition: {
            /**
             * @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots.
             * @example severity
             */
            key: string;
            value?: components["schemas"]["ConditionValue"];
            /** @example eq */
            operator: components["schemas"]["Operator"];
        };
        ShortCondition: {
            /**
             * @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots.
             * @example severity
             */
            k: string;
            v?: components["schemas"]["ConditionValue"];
            /** @example eq */
            o: components["schemas"]["Operator"];
        };
        SortKeys: {
            keys: components["schemas"]["Sort"][];
        };
        /** @description The default order. */
        NoSort: Record<string, unknown>;
        SortOrder: components["schemas"]["Sort"] | components["schemas"]["SortKeys"] | components["schemas"]["Sort"][] | components["schemas"]["NoSort"];
        UnwindStage: {
            unwind: components["schemas"]["Unwind"];
        };
        GroupStage: {
            group: {
                keys?: components["schemas"]["GroupKey"][];
                fields?: components["schemas"]["GroupField"][];
            };
        };
        ProjectStage: {
            project: {
                fields?: components["schemas"]["ProjectField"][];
                /** @description The keys of the preceding group to leave out: `true` for all, or a list of keys. */
                exclude_keys?: boolean | string[];
            };
        };
        MatchStage: {
            match: components["schemas"]["MatchFilter"] | components["schemas"]["Condition"][];
        };
        SortStage: {
            sort: components["schemas"]["SortOrder"];
        };
        LimitStage: {
            limit: number;
        };
        SkipStage: {
            skip: number;
        };
        CountStage: {
            count: {
                /** @description The name in the result. */
                name: string;
            };
        };
        GroupKey: components["schemas"]["LongGroupKey"] | components["schemas"]["ShortGroupKey"];
        LongGroupKey: {
            /** @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            key: string;
            /** @description The name in the result. */
            name?: string;
            /** @description A part of a time (`year`, `month`, `day`, `hour`), or a pattern like `%Y-%m-%d`. */
            date_format?: string;
            /** @description The time zone of `date_format`, for example `Europe/Berlin`. Default: UTC. */
            time_zone?: string;
        };
        ShortGroupKey: {
            /** @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            k: string;
            /** @description The name in the result. */
            n?: string;
            /** @description A part of a time (`year`, `month`, `day`, `hour`), or a pattern like `%Y-%m-%d`. */
            date_format?: string;
            /** @description The time zone of `date_format`, for example `Europe/Berlin`. Default: UTC. */
            time_zone?: string;
        };
        /** @enum {string} */
        GroupOperator: "count" | "sum" | "average" | "percentile" | "max" | "min" | "first" | "last" | "push" | "add_to_set" | "merge_objects";
        GroupField: components["schemas"]["LongGroupField"] | components["schemas"]["ShortGroupField"];
        LongGroupField: {
            /** @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            key?: string;
            /** @description The name in the result. */
            name: string;
            operator: components["schemas"]["GroupOperator"];
            /** @description Conditions on the rows to include. All must match. */
            conditions?: components["schemas"]["Condition"][];
            /** @description The fields that `push` collects, instead of `key`. */
            fields?: components["schemas"]["GroupMember"][];
            /**
             * @description The percentile that the operator `percentile` calculates. 50 is the median.
             * @example 90
             */
            percentile?: number;
        };
        ShortGroupField: {
            /** @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            k?: string;
            /** @description The name in the result. */
            n: string;
            o: components["schemas"]["GroupOperator"];
            /** @description Conditions on the rows to include. All must match. */
            conditions?: components["schemas"]["Condition"][];
            /** @description The fields that `push` collects, instead of `key`. */
            fields?: components["schemas"]["GroupMember"][];
            /**
             * @description The percentile that the operator `percentile` calculates. 50 is the median.
             * @example 90
             */
            percentile?: number;
        };
        GroupMember: components["schemas"]["LongGroupMember"] | components["schemas"]["ShortGroupMember"];
        LongGroupMember: {
            /** @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            key: string;
            /** @description The name in the result. */
            name?: string;
        };
        ShortGroupMember: {
            /** @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            k: string;
            /** @description The name in the result. */
            n?: string;
        };
        MatchFilter: {
            /** @description Conditions that must all match. */
            filter?: components["schemas"]["Condition"][];
            /** @description At least one must match. */
            filter_or?: components["schemas"]["Condition"][];
        };
        /** @enum {string} */
        ProjectOperator: "size" | "add" | "subtract" | "multiply" | "divide" | "array_to_object" | "object_to_array";
        ProjectField: components["schemas"]["LongProjectField"] | components["schemas"]["ShortProjectField"];
        LongProjectField: {
            /** @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            key?: string;
            /** @description The name in the result. */
            name?: string;
            operator?: components["schemas"]["ProjectOperator"];
            /** @description The operands, in this order. */
            fields?: components["schemas"]["Operand"][];
        };
        ShortProjectField: {
            /** @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            k?: string;
            /** @description The name in the result. */
            n?: string;
            o?: components["schemas"]["ProjectOperator"];
            /** @description The operands, in this order. */
            fields?: components["schemas"]["Operand"][];
        };
        Operand: number | string | {
            /** @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            key: string;
        } | {
            /** @description A field of the record. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
            k: string;
        };
        /** @description The body that a monitoring system posts. */
        SenderPayload: {
            [key: string]: unknown;
        } | unknown[];
        /** @description A value for each column. */
        StatisticsRow: {
            [key: string]: string | number | boolean | {
                [key: string]: unknown;
            } | unknown[] | null;
        };
        /** @description `APIKeyInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `APIKeyInfo`. */
        PartialAPIKeyInfo: {
            /** @example api_key_01kagexvhve0ya7d9z5kq5nh3m */
            api_key_id?: string;
            /**
             * @description The key. Complete only in the responses to creation and rotation; otherwise masked.
             * @example tocsin_…x7Gq
             */
            api_key?: string;
            name?: string | null;
            role?: components["schemas"]["APIKeyRole"];
            state?: components["schemas"]["APIKeyState"];
            user_id?: string;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2099-12-31T23:59:59.000Z
             */
            expires_at?: string | null;
            /**
             * Format: date-time
             * @description The time of the last use, accurate to a minute.
             * @example 2026-11-20T10:00:00.000Z
             */
            last_accessed_at?: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
        };
        /** @description `SessionInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `SessionInfo`. */
        PartialSessionInfo: {
            /** @example session_01kagexvhve0ya7d9z5kq5nh3m */
            session_id?: string;
            user_id?: string;
            role?: components["schemas"]["APIKeyRole"];
            /**
             * @description The API key that started the session. `null` for the root key and for a token of the issuer.
             * @example api_key_01kagexvhve0ya7d9z5kq5nh3m
             */
            api_key_id?: string | null;
            /**
             * @description The network address from which the session was started.
             * @example 192.0.2.7
             */
            address?: string;
            /**
             * @description The `User-Agent` of the browser that started the session.
             * @example Mozilla/5.0
             */
            user_agent?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            expires_at?: string;
        };
        /** @description `EndpointInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `EndpointInfo`. */
        PartialEndpointInfo: {
            /** @example monitoring */
            service?: string;
            /** @example monitoring */
            name?: string;
            /** @example https://tocsin.example.com/monitoring/v1 */
            endpoint?: string;
            /** @description ACTIVE while a process of the service sends heartbeats. */
            state?: components["schemas"]["EndpointState"];
            /** @description The running release. */
            version?: string;
        };
        /** @description `AuditLogInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `AuditLogInfo`. */
        PartialAuditLogInfo: {
            /** @example audit_01kagexvhve0ya7d9z5kq5nh3m */
            audit_id?: string;
            /**
             * @description The operation.
             * @example disable
             */
            action?: string;
            /** @example webhook */
            resource_type?: string;
            resource_id?: string;
            /**
             * @description The user who made the change; null for the root key.
             * @example u-1
             */
            user_id?: string | null;
            /** @example api_key_01kagexvhve0ya7d9z5kq5nh3m */
            api_key_id?: string | null;
            /** @description Whether the change was made with the root key. */
            root?: boolean;
            /** @description The address of the caller. */
            address?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
        };
        /** @description `WebhookInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `WebhookInfo`. */
        PartialWebhookInfo: {
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string;
            name?: string;
            state?: components["schemas"]["WebhookState"];
            /** @description The access key. A VIEWER gets only its last characters. */
            access_key?: string;
            /**
             * Format: date-time
             * @description When a sender last used the access key, shown up to 20 seconds late. `null`: never.
             * @example 2026-11-20T10:00:00.000Z
             */
            access_key_last_used_at?: string | null;
            /** @description The key before the last rotation. `null`: no previous key is valid. */
            previous_access_key?: components["schemas"]["PartialPreviousAccessKey"] | null;
            /** @description The URL that the monitoring system posts to. */
            webhook_url?: string;
            /**
             * @description The current plugin version.
             * @example 1.0.0
             */
            version?: string;
            plugin_info?: components["schemas"]["PartialWebhookPluginInfo"];
            /**
             * @example {
             *       "team": "platform"
             *     }
             */
            tags?: {
                [key: string]: string;
            };
            settings?: components["schemas"]["PartialWebhookSettings"];
            health?: components["schemas"]["PartialWebhookHealth"];
            /** @description The verification that was requested last. `null`: there is none. */
            verification?: components["schemas"]["PartialVerificationInfo"] | null;
            project_id?: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
        };
        /** @description `PreviousAccessKey` of which an answer may contain only the requested fields. */
        PartialPreviousAccessKey: {
            /**
             * Format: date-time
             * @description When the key stops being valid.
             * @example 2026-11-20T10:00:00.000Z
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description When a sender last used the key, shown up to 20 seconds late. `null`: never.
             * @example 2026-11-20T10:00:00.000Z
             */
            last_used_at?: string | null;
        };
        /** @description `WebhookPluginInfo` of which an answer may contain only the requested fields. */
        PartialWebhookPluginInfo: {
            /** @example prometheus */
            plugin_id?: string;
            /**
             * @description The current version.
             * @example 1.0.0
             */
            version?: string;
            upgrade_mode?: components["schemas"]["UpgradeMode"];
            /** @description The options of the plugin. Secrets are shown as `***`. */
            options?: {
                [key: string]: unknown;
            };
        };
        /** @description `WebhookSettings` of which an answer may contain only the requested fields. */
        PartialWebhookSettings: {
            /** @description Whether repeats of an alarm are counted on its alert instead of being stored as events. Default: true. */
            deduplicate?: boolean;
            /**
             * @description Seconds without an alarm after which an open alert is resolved as STALE. Default: 30 days.
             * @example 2592000
             */
            stale_after?: number;
            /**
             * @description The maximum number of deliveries per second, at least 1. -1 (default): no limit.
             * @example -1
             */
            max_rate?: number;
            /**
             * @description The maximum number of deliveries that wait to be processed, at least 1. -1 (default): no limit.
             * @example -1
             */
            max_backlog?: number;
            /**
             * @description The severity of alarms whose sender states none. AUTO (default): CRITICAL for a host or site that is down, ERROR for anything else that is down, NONE for all other alarms. A recovery without a severity always gets NONE.
             * @example AUTO
             */
            default_severity?: components["schemas"]["DefaultSeverity"];
            /**
             * @description Labels of all events of the webhook. They replace labels of the sender with the same name. Replaces all stored ones. Default: none.
             * @example {
             *       "team": "shop",
             *       "cluster": "eu-1"
             *     }
             */
            labels?: {
                [key: string]: string;
            };
            /** @description Opens an alert when no delivery arrives for `expect_every` plus `grace`. null (default): missing deliveries open no alert. */
            heartbeat?: components["schemas"]["PartialHeartbeatTerms"] | null;
            /**
             * @description AUTO: the first ping of a name creates its heartbeat, with the values of `heartbeat`. If that is null, `expect_every` is 5m, `grace` 1m and `severity` CRITICAL. MANUAL (default): a ping of an unknown name is rejected with 404.
             * @example MANUAL
             */
            heartbeats?: components["schemas"]["HeartbeatsMode"];
            /**
             * @description Alarms that ping a heartbeat instead of becoming events. null (default): none.
             * @example {
             *       "rule": "Watchdog",
             *       "name": "watchdog"
             *     }
             */
            heartbeat_of?: components["schemas"]["PartialHeartbeatOf"] | null;
            /** @description When an event key is flapping: when it opens `count` alerts within `window` seconds. Default: 5 alerts in an hour. null: never. */
            flap?: components["schemas"]["PartialFlapTerms"] | null;
            /** @description How deliveries must be signed. Replaces all stored settings of the signature. Default: no signature. */
            signature?: components["schemas"]["PartialSignatureSettings"];
        };
        /** @description `HeartbeatTerms` of which an answer may contain only the requested fields. */
        PartialHeartbeatTerms: {
            /**
             * @description The longest time between two deliveries.
             * @example 5m
             */
            expect_every?: string;
            /**
             * @description How late a delivery may be. Default: 1m.
             * @example 1m
             */
            grace?: string;
            /** @description The severity of the alert that is open while deliveries are missing. Default: CRITICAL. */
            severity?: components["schemas"]["Severity"];
        };
        /** @description `HeartbeatOf` of which an answer may contain only the requested fields. */
        PartialHeartbeatOf: {
            /**
             * @description The rule of the alarms. `*` stands for any characters.
             * @example Watchdog
             */
            rule?: string;
            /**
             * @description The event key of the alarms, instead of `rule`. `*` stands for any characters.
             * @example watchdog-*
             */
            event_key?: string;
            /**
             * @description The name of the heartbeat that the alarms ping. The first such alarm creates it.
             * @example watchdog
             */
            name?: string;
        };
        /** @description `FlapTerms` of which an answer may contain only the requested fields. */
        PartialFlapTerms: {
            /**
             * @description The number of alerts that an event key opens.
             * @example 5
             */
            count?: number;
            /**
             * @description The period in which they open, in seconds.
             * @example 3600
             */
            window?: number;
        };
        /** @description `SignatureSettings` of which an answer may contain only the requested fields. */
        PartialSignatureSettings: {
            /**
             * @description How the sender signs, and in which headers. STANDARD_WEBHOOKS (webhook-id, webhook-timestamp, webhook-signature), GITHUB (X-Hub-Signature-256), GRAFANA (X-Grafana-Alerting-Signature), SENTRY (Sentry-Hook-Signature), PAGERDUTY (X-PagerDuty-Signature): a delivery whose signature does not match is rejected with 401. SNS: the worker checks the signature with the certificate of Amazon, and quarantines a delivery whose signature does not match.
             * @example GITHUB
             */
            scheme?: components["schemas"]["SignatureScheme"];
            /**
             * @description One secret, or two while one replaces the other. None for SNS. Responses show `***` for each; in a request `***` keeps the stored secret at this position.
             * @example [
             *       "3f0c1b7e9a5d4c28"
             *     ]
             */
            secrets?: string[];
            /** @description Whether deliveries without a signature are rejected too. Default: true. */
            required?: boolean;
            /**
             * @description Seconds that a signed time may differ from the server's time. Default: 300.
             * @example 300
             */
            tolerance?: number;
            /**
             * @description The header that contains the signature. Only for GITHUB and GRAFANA. Default: the header of the scheme.
             * @example X-Grafana-Alerting-Signature
             */
            header?: string | null;
            /**
             * @description The header that contains the signed time, if Grafana is configured to send one. Only for GRAFANA.
             * @example X-Grafana-Alerting-Timestamp
             */
            timestamp_header?: string | null;
        };
        /** @description `WebhookHealth` of which an answer may contain only the requested fields. */
        PartialWebhookHealth: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_received_at?: string | null;
            /** @description Deliveries that arrived. */
            received_count?: number;
            /** @description Deliveries that were quarantined. */
            failed_count?: number;
            /** @description Deliveries in `failed_count` for which the quarantine had no room. They stay in the delivery log for some days, and can be replayed from there. */
            unkept_count?: number;
            /** @description Deliveries that the plugin of the webhook could not parse, or only in part, and that plugin `auto` parsed instead. More than 0 means that the plugin does not fit the sender, or that the sender has a new format. */
            fallback_count?: number;
            /** @description The last delivery that plugin `auto` parsed instead. `null`: there was none. */
            last_fallback?: components["schemas"]["PartialLastFallback"] | null;
            /** @description Deliveries that were refused, whatever the status of the response. They may lag a second behind, and are not in `received_count`. */
            refused_count?: number;
            /** @description The refused deliveries by status. 404: the access key or the path is wrong. 413: the body exceeds the limit of the service. 503: the webhook has reached `max_rate` or `max_backlog`, a budget is used up, or the service is overloaded; most senders try again. Empty: none was refused. */
            refused?: components["schemas"]["RefusedDeliveries"][];
            /** @description Deliveries accepted and not yet processed. */
            backlog?: number;
            /** @description Milliseconds that the oldest delivery of the backlog has waited. 0 without a backlog. */
            lag_ms?: number;
            last_error?: string | null;
            /** @description The newer version to which a webhook with `upgrade_mode` AUTO was not upgraded, and why. `null`: there is none. */
            upgrade?: components["schemas"]["PartialHeldUpgrade"] | null;
        };
        /** @description `LastFallback` of which an answer may contain only the requested fields. */
        PartialLastFallback: {
            /**
             * Format: date-time
             * @description When the delivery arrived.
             * @example 2026-11-20T10:00:00.000Z
             */
            at?: string;
            /** @description Why the plugin of the webhook could not parse the delivery. */
            reason?: string;
        };
        /** @description `HeldUpgrade` of which an answer may contain only the requested fields. */
        PartialHeldUpgrade: {
            /**
             * @description The newer version, to which the webhook was not upgraded.
             * @example 2.0.0
             */
            version?: string;
            /** @description Why the webhook was not upgraded: the version does worse, or could not be tried. */
            reason?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            checked_at?: string;
        };
        /** @description `VerificationInfo` of which an answer may contain only the requested fields. */
        PartialVerificationInfo: {
            /** @example verification_01kagexvhve0ya7d9z5kq5nh3m */
            verification_id?: string;
            state?: components["schemas"]["VerificationState"];
            /**
             * @description The plugin version that was tested.
             * @example 1.0.0
             */
            version?: string;
            /** @description The checks and their results. Empty while the verification is PENDING. */
            checks?: components["schemas"]["PluginCheck"][];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            started_at?: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            finished_at?: string | null;
        };
        /** @description `EventInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `EventInfo`. */
        PartialEventInfo: {
            /** @example event_01kagexvhve0ya7d9z5kq5nh3m */
            event_id?: string;
            /** @description The identifier of the problem. All alarms of a problem and its recovery have the same event key. */
            event_key?: string;
            event_type?: components["schemas"]["EventType"];
            title?: string;
            description?: string;
            severity?: components["schemas"]["Severity"];
            rule?: string | null;
            resource?: components["schemas"]["PartialEventResource"];
            provider?: string | null;
            account?: string | null;
            /** @description The address of an image: http or https. */
            image_url?: string | null;
            /**
             * @description The labels, tags, dimensions or custom details that the sender sends, and over them those of `settings.labels` of the webhook. A label is a field of queries: `labels.team`. `{}` for events from before version 0.3.
             * @example {
             *       "alertname": "DiskAlmostFull",
             *       "team": "shop",
             *       "severity": "critical"
             *     }
             */
            labels?: {
                [key: string]: string;
            };
            /**
             * @description Pages about the alarm. Usual names are runbook, dashboard, panel, generator, source (the page of the alarm at its sender), silence, and image.
             * @example [
             *       {
             *         "name": "runbook",
             *         "url": "https://runbooks.example.com/disk"
             *       }
             *     ]
             */
            links?: components["schemas"]["EventLink"][];
            /** @description The part of the payload that the event was parsed from. */
            raw_data?: {
                [key: string]: unknown;
            };
            /** @description What the sender says and no other field contains. */
            additional_info?: {
                [key: string]: unknown;
            };
            /**
             * @description The alert that the event belongs to. An ALERT and its RECOVERY belong to the same alert.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string;
            project_id?: string;
            domain_id?: string;
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            delivery_id?: string;
            /** @description The plugin that parsed the event, and its version. */
            plugin_info?: components["schemas"]["PartialEventPluginInfo"];
            /**
             * Format: date-time
             * @description When the delivery of the event arrived.
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When the alarm occurred, as the sender states it. If the sender states no time, the arrival.
             * @example 2026-11-20T10:00:00.000Z
             */
            occurred_at?: string;
            /**
             * Format: date-time
             * @description When the problem began, as the sender states it; else, the arrival. `null` for a RECOVERY that does not say when its problem began.
             * @example 2026-11-20T10:00:00.000Z
             */
            started_at?: string | null;
            /** @description Where the event came from. */
            source?: components["schemas"]["PartialEventSource"];
            /**
             * Format: date-time
             * @description When the event was stored.
             * @example 2026-11-20T10:00:00.000Z
             */
            stored_at?: string;
        };
        /** @description `EventResource` of which an answer may contain only the requested fields. */
        PartialEventResource: {
            resource_id?: string | null;
            resource_type?: string | null;
            name?: string | null;
        };
        /** @description `EventPluginInfo` of which an answer may contain only the requested fields. */
        PartialEventPluginInfo: {
            /** @example prometheus */
            plugin_id?: string;
            /** @example 1.0.0 */
            version?: string;
        };
        /** @description `EventSource` of which an answer may contain only the requested fields. */
        PartialEventSource: {
            /** @description The name that the webhook had when the event was stored. */
            name?: string | null;
            /** @example prometheus */
            plugin_id?: string;
        };
        /** @description `AlertInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `AlertInfo`. */
        PartialAlertInfo: {
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            alert_id?: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string;
            project_id?: string;
            domain_id?: string;
            /** @description The identifier of the problem. All events of the alert have this event key. */
            event_key?: string;
            state?: components["schemas"]["AlertState"];
            resolved_reason?: components["schemas"]["ResolvedReason"] | null;
            /** @description The severity of the latest event that is not a recovery. `title`, `description`, `resource`, `labels` and `links` are from the same event. */
            severity?: components["schemas"]["Severity"];
            title?: string;
            /**
             * @description The rule of the event that opened the alert. `null` if that event has none, and for alerts from before the upgrade to version 0.2.
             * @example NodeDown
             */
            rule?: string | null;
            /** @description As `title`, at most 4,096 characters. Empty for alerts from before version 0.3. */
            description?: string;
            resource?: components["schemas"]["PartialEventResource"];
            /**
             * @description The labels, tags, dimensions or custom details that the sender sends, and over them those of `settings.labels` of the webhook. A label is a field of queries: `labels.team`. `{}` for events from before version 0.3.
             * @example {
             *       "alertname": "DiskAlmostFull",
             *       "team": "shop",
             *       "severity": "critical"
             *     }
             */
            labels?: {
                [key: string]: string;
            };
            /**
             * @description Pages about the alarm. Usual names are runbook, dashboard, panel, generator, source (the page of the alarm at its sender), silence, and image.
             * @example [
             *       {
             *         "name": "runbook",
             *         "url": "https://runbooks.example.com/disk"
             *       }
             *     ]
             */
            links?: components["schemas"]["EventLink"][];
            /** @description Where the latest event came from. `null` in alerts from before version 0.3. */
            source?: components["schemas"]["PartialAlertSource"];
            /**
             * Format: date-time
             * @description When the problem began, as the sender of the event that opened the alert states it; else, when that arrived.
             * @example 2026-11-20T10:00:00.000Z
             */
            started_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            opened_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            resolved_at?: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_received_at?: string;
            event_count?: number;
            /** @description The number of repeated alarms that were counted instead of being stored as events. */
            duplicate_count?: number;
            /** @description Seconds from `opened_at` to `resolved_at`. `null` while the alert is open. */
            resolved_after?: number | null;
            /** @description Whether the alert is acknowledged. A resolved alert keeps its acknowledgement. */
            acknowledged?: boolean;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            acknowledged_at?: string | null;
            /**
             * @description Who acknowledged the alert: the user of the key, or `root` for the root key. What a sender says of its own users is followed by the name of the webhook (`jane (via zabbix-fra)`; without a name `via zabbix-fra`), as nobody checks it.
             * @example jane@example.com
             */
            acknowledged_by?: string | null;
            /** @description The comment of the acknowledgement. */
            comment?: string | null;
            /**
             * Format: date-time
             * @description When the acknowledgement ends. `null`: when the alert is resolved.
             * @example 2026-11-20T10:00:00.000Z
             */
            acknowledged_until?: string | null;
            /**
             * @description Who resolved the alert: the user of the key, or `root` for the root key. If `resolved_reason` is RECOVERY, the user whom the sender names, followed by the name of the webhook (`jane (via pagerduty)`), as nobody checks it. `null` if nobody did, or the sender names nobody.
             * @example jane@example.com
             */
            resolved_by?: string | null;
            /** @description The comment of `resolved_by`. */
            resolved_comment?: string | null;
            /**
             * Format: date-time
             * @description Until when repeats of an alert that a user has resolved are counted on it and open no other alert. A recovery of the sender, or another alert of the same event key, ends that time. `null` unless `resolved_reason` is MANUAL.
             * @example 2026-11-20T10:00:00.000Z
             */
            quiet_until?: string | null;
            /** @description Seconds from `opened_at` to `acknowledged_at`. `null` while the alert is not acknowledged. */
            acknowledged_after?: number | null;
            /**
             * @description Who takes care of the alert: a user id or an e-mail address. A resolved alert keeps its assignee.
             * @example jane@example.com
             */
            assignee?: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            assigned_at?: string | null;
            /** @description Who assigned the alert, as in `acknowledged_by`. */
            assigned_by?: string | null;
            /** @description What escalations are doing for the alert, up to a few seconds ago. */
            escalation?: components["schemas"]["PartialAlertEscalation"];
        };
        /** @description `AlertSource` of which an answer may contain only the requested fields. */
        PartialAlertSource: {
            /** @description The name that the webhook had when the event was stored. */
            name?: string | null;
            /** @example prometheus */
            plugin_id?: string | null;
        };
        /** @description `AlertEscalation` of which an answer may contain only the requested fields. */
        PartialAlertEscalation: {
            /** @description The number of the last step that was told; 0: none yet. `null` if nothing escalates. */
            step?: number | null;
            /**
             * Format: date-time
             * @description When the next step is due. `null` if none is, or while the escalation is held.
             * @example 2026-11-20T10:00:00.000Z
             */
            next_at?: string | null;
        };
        /** @description `HeartbeatInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `HeartbeatInfo`. */
        PartialHeartbeatInfo: {
            /** @example heartbeat_01kagexvhve0ya7d9z5kq5nh3m */
            heartbeat_id?: string;
            /**
             * @description The name, unique within the webhook. `*` is the heartbeat of `settings.heartbeat`, which every delivery pings.
             * @example backup
             */
            name?: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string;
            /**
             * @description The longest time between two pings. `null` if there is a `schedule`.
             * @example 5m
             */
            expect_every?: string | null;
            /**
             * @description The times at which pings are expected, as a cron expression. `null` if there is an `expect_every`.
             * @example 0 2 * * *
             */
            schedule?: string | null;
            /**
             * @description The IANA time zone of `schedule`. `null` if there is none.
             * @example Europe/Berlin
             */
            timezone?: string | null;
            /**
             * @description How late a ping may be.
             * @example 1m
             */
            grace?: string;
            /** @description The severity of the alert that is open while the heartbeat is missing. */
            severity?: components["schemas"]["Severity"];
            /** @description NEW until the first ping arrives. A NEW heartbeat cannot be missing. MISSING: no ping came in time, or the source reported a failure. */
            state?: components["schemas"]["HeartbeatState"];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_ping_at?: string | null;
            /**
             * @description The open alert of a missing or failed heartbeat. `null` while the heartbeat is not missing.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string | null;
            project_id?: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When the terms were last changed: `expect_every`, `schedule`, `timezone`, `grace`, `severity` or `managed_by`.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
            /**
             * @description The next three scheduled times. Empty if there is no `schedule`. Absent in lists and searches.
             * @example [
             *       "2026-11-28T01:00:00.000Z"
             *     ]
             */
            next_expected_at?: string[];
        };
        /** @description `QuarantinedDeliveryInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `QuarantinedDeliveryInfo`. */
        PartialQuarantinedDeliveryInfo: {
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            delivery_id?: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string;
            project_id?: string;
            domain_id?: string;
            /** @description QUARANTINED: the delivery was accepted, but some of it could not be parsed or stored. UNREADABLE: the delivery was rejected because its body is neither JSON nor a form. It cannot be replayed. */
            status?: components["schemas"]["QuarantineStatus"];
            /**
             * @description Why the delivery is in quarantine. If there are several reasons, the first of them.
             * @example alerts: is missing
             */
            reason?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            received_at?: string;
            /** @description The outcome of each alarm. Empty if the body could not be parsed. */
            outcomes?: components["schemas"]["DeliveryOutcome"][];
            /** @example application/json */
            content_type?: string;
            /** @description The stored headers. Headers that contain secrets are never stored. */
            headers?: {
                [key: string]: unknown;
            };
            /** @description The parameters of the query string. */
            query?: {
                [key: string]: unknown;
            };
            /** @description The part of the path after `/events`. */
            path_suffix?: string;
            /**
             * @description The posted body.
             * @example {"status":"firing"}
             */
            body?: string;
            /** @description The encoding of `body`. */
            body_encoding?: components["schemas"]["BodyEncoding"];
            /** @description Whether `body` is only the beginning of the posted body. Of an UNREADABLE delivery only the first 64 KiB are stored. */
            body_truncated?: boolean;
        };
        /** @description `QuarantineInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `QuarantineInfo`. */
        PartialQuarantineInfo: {
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            delivery_id?: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string;
            project_id?: string;
            domain_id?: string;
            /** @description QUARANTINED: the delivery was accepted, but some of it could not be parsed or stored. UNREADABLE: the delivery was rejected because its body is neither JSON nor a form. It cannot be replayed. */
            status?: components["schemas"]["QuarantineStatus"];
            /**
             * @description Why the delivery is in quarantine. If there are several reasons, the first of them.
             * @example alerts: is missing
             */
            reason?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            received_at?: string;
        };
        /** @description `QuotaInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `QuotaInfo`. */
        PartialQuotaInfo: {
            /** @example quota_01kagexvhve0ya7d9z5kq5nh3m */
            quota_id?: string;
            protocol_id?: string;
            /** @description The limit as it was set. */
            limit?: components["schemas"]["PartialQuotaLimit"];
            /** @description Values of the limit that are valid but probably not intended. */
            warnings?: string[];
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
        };
        /** @description `QuotaLimit` of which an answer may contain only the requested fields. */
        PartialQuotaLimit: {
            /**
             * @description The limit for a UTC day; -1 or absent: unlimited.
             * @example 1000
             */
            day?: number;
            /**
             * @description The limit for a UTC month; -1 or absent: unlimited.
             * @example 20000
             */
            month?: number;
        };
        /** @description `ProtocolInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `ProtocolInfo`. */
        PartialProtocolInfo: {
            /** @example webhook */
            protocol_id?: string;
            /** @example Webhook */
            name?: string;
            /** @description The description, in Markdown. */
            description?: string;
            /** @description JSON Schema of the options of a subscription. */
            options_schema?: {
                [key: string]: unknown;
            };
            /**
             * @description Whether requests carry a signature.
             * @example true
             */
            signed?: boolean;
        };
        /** @description `SubscriptionInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `SubscriptionInfo`. */
        PartialSubscriptionInfo: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id?: string;
            /** @example on-call */
            name?: string;
            state?: components["schemas"]["SubscriptionState"];
            /** @description Why the service disabled the subscription; null if a caller disabled it, or if it is enabled. */
            state_reason?: string | null;
            /** @example webhook */
            protocol_id?: string;
            /** @description The options of the protocol. Secrets are shown as `***`. */
            options?: {
                [key: string]: unknown;
            };
            /** @description CHANGE: sends changes of alerts that match. ESCALATION: sends nothing of an alert until a step of an escalation says so, and then its later changes too. */
            trigger?: components["schemas"]["SubscriptionTrigger"];
            /** @description The JSONata expression that creates the request body; null: messages are sent unchanged. */
            template?: string | null;
            /**
             * @description The time zone of the times in messages for people.
             * @example Europe/Berlin
             */
            timezone?: string;
            /** @description Whether messages about open alerts have links to acknowledge, resolve and silence them. */
            actions?: boolean;
            /** @description Whether webhooks of the receiver are taken, with what people do to alerts there. */
            inbound?: boolean;
            /**
             * Format: date-time
             * @description The time until which webhooks are also taken at the previous address.
             * @example 2026-11-20T10:00:00.000Z
             */
            previous_inbound_key_expires_at?: string | null;
            /** @description The results of the last attempts. */
            health?: components["schemas"]["PartialSubscriptionHealth"];
            /**
             * Format: date-time
             * @description The time until which requests are also signed with the previous signing secret.
             * @example 2026-11-20T10:00:00.000Z
             */
            previous_secret_expires_at?: string | null;
            /** @description The project whose alerts are sent; null: all projects of the domain. */
            project_id?: string | null;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description The time of the last change, not counting changes of `health`.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
            /**
             * @description The kinds of notifications that are sent.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.deescalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "alert.assigned",
             *       "alert.noted",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing",
             *       "on_call.gap",
             *       "on_call.failing",
             *       "escalation.unreached"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.deescalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "alert.assigned" | "alert.noted" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing" | "on_call.gap" | "on_call.failing" | "escalation.unreached")[];
            /**
             * @description Conditions on the alert that must all match.
             * @example []
             */
            filter?: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][];
            /** @description Which changes are sent together; null: each change is sent by itself. */
            group?: components["schemas"]["PartialSubscriptionGroup"] | null;
            /** @description How often reminders of open alerts are sent; null: none are. */
            remind?: components["schemas"]["PartialSubscriptionRemind"] | null;
        };
        /** @description `SubscriptionHealth` of which an answer may contain only the requested fields. */
        PartialSubscriptionHealth: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_attempt_at?: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_sent_at?: string | null;
            /** @description The number of failed attempts in a row, including final refusals. From 5 on, only one attempt at a time is made, with longer pauses. */
            failures?: number;
            /** @description Why the last attempt failed. */
            last_error?: string | null;
            /** @description Whether notifications do not arrive: 5 attempts in a row failed, or one was refused for good and none succeeded in the minute after it, or the service has disabled the subscription. */
            failing?: boolean;
        };
        /** @description `SubscriptionGroup` of which an answer may contain only the requested fields. */
        PartialSubscriptionGroup: {
            /**
             * @description 1 to 10 fields of the alert. Alerts with equal values of all of them are a group.
             * @example [
             *       "severity",
             *       "resource.name"
             *     ]
             */
            by?: (string | ("webhook_id" | "project_id" | "event_key" | "state" | "severity" | "title" | "rule" | "source.name" | "resource.resource_id" | "resource.resource_type" | "resource.name" | "acknowledged" | "acknowledged_by") | unknown)[];
            /**
             * @description The number of seconds that the first change of a group waits for further changes. A text like `5m` is accepted too.
             * @example 30
             */
            wait?: number;
            /**
             * @description The minimum number of seconds between two messages of a group. A text like `5m` is accepted too.
             * @example 300
             */
            interval?: number;
        };
        /** @description `SubscriptionRemind` of which an answer may contain only the requested fields. */
        PartialSubscriptionRemind: {
            /**
             * @description The number of seconds between the last message about the alert and a reminder. A text like `5m` is accepted too.
             * @example 3600
             */
            every?: number;
            /** @description What ends the reminders: an acknowledgement, or only the end of the alert. Default: ACKNOWLEDGED. */
            until?: components["schemas"]["RemindEnd"];
        };
        /** @description `SlackAppInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `SlackAppInfo`. */
        PartialSlackAppInfo: {
            /** @example slack_app_01kagexvhve0ya7d9z5kq5nh3m */
            slack_app_id?: string;
            /** @example Tocsin in acme */
            name?: string;
            /** @description Whether a bot token is stored, with which people are recognized by their e-mail address. */
            has_bot_token?: boolean;
            /** @description Whether only people may act whose e-mail address in Slack is that of a user of the domain. Others are recorded as `slack:` and their id in Slack. */
            requires_known_user?: boolean;
            /**
             * @description The address of the Web API; null: https://slack.com/api.
             * @example https://slack-gov.com/api
             */
            api_url?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
        };
        /** @description `NotificationDetails` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `NotificationDetails`. */
        PartialNotificationDetails: {
            /**
             * @description The id of the notification. Every attempt sends it as `webhook-id`.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            notification_id?: string;
            /** @example alert.opened */
            kind?: string;
            /** @description HELD: waits for the quota or for other notifications of its group. SUPERSEDED: a newer change of the alert was sent instead. FAILED: is not retried, but can be resent. SILENCED: a silence was active, or the key was flapping. INHIBITED: another open alert explains it. */
            state?: components["schemas"]["NotificationState"];
            /** @description Why the notification is in this state. */
            reason?: string | null;
            /**
             * @description The silence that suppressed the notification, or after whose end it was created.
             * @example silence_01kagexvhve0ya7d9z5kq5nh3m
             */
            silence_id?: string | null;
            /**
             * @description The inhibition that held the notification back, or after whose source it was created.
             * @example inhibition_01kagexvhve0ya7d9z5kq5nh3m
             */
            inhibition_id?: string | null;
            /**
             * @description The alert that explained this one, by that inhibition.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            source_alert_id?: string | null;
            /**
             * @description The escalation whose step the notification is.
             * @example escalation_01kagexvhve0ya7d9z5kq5nh3m
             */
            escalation_id?: string | null;
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id?: string;
            /** @example webhook */
            protocol_id?: string;
            /**
             * @description The alert; null if the notification is not about one alert.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string | null;
            /**
             * @description The digest that contains the notification.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            digest_id?: string | null;
            /** @description The severity of the alert right after the change. */
            severity?: components["schemas"]["Severity"];
            title?: string;
            /** @description The number of finished attempts, without those that the receiver put off (429). */
            attempt_count?: number;
            /**
             * Format: date-time
             * @description The time of the next attempt, after a failed one.
             * @example 2026-11-20T10:00:00.000Z
             */
            next_attempt_at?: string | null;
            /** @description The project; null if the notification is not about one project. */
            project_id?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @description The time at which the alert changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            sent_at?: string | null;
            /** @description The last 50 attempts, oldest first. */
            attempts?: components["schemas"]["AttemptInfo"][];
        };
        /** @description `NotificationInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `NotificationInfo`. */
        PartialNotificationInfo: {
            /**
             * @description The id of the notification. Every attempt sends it as `webhook-id`.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            notification_id?: string;
            /** @example alert.opened */
            kind?: string;
            /** @description HELD: waits for the quota or for other notifications of its group. SUPERSEDED: a newer change of the alert was sent instead. FAILED: is not retried, but can be resent. SILENCED: a silence was active, or the key was flapping. INHIBITED: another open alert explains it. */
            state?: components["schemas"]["NotificationState"];
            /** @description Why the notification is in this state. */
            reason?: string | null;
            /**
             * @description The silence that suppressed the notification, or after whose end it was created.
             * @example silence_01kagexvhve0ya7d9z5kq5nh3m
             */
            silence_id?: string | null;
            /**
             * @description The inhibition that held the notification back, or after whose source it was created.
             * @example inhibition_01kagexvhve0ya7d9z5kq5nh3m
             */
            inhibition_id?: string | null;
            /**
             * @description The alert that explained this one, by that inhibition.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            source_alert_id?: string | null;
            /**
             * @description The escalation whose step the notification is.
             * @example escalation_01kagexvhve0ya7d9z5kq5nh3m
             */
            escalation_id?: string | null;
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id?: string;
            /** @example webhook */
            protocol_id?: string;
            /**
             * @description The alert; null if the notification is not about one alert.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string | null;
            /**
             * @description The digest that contains the notification.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            digest_id?: string | null;
            /** @description The severity of the alert right after the change. */
            severity?: components["schemas"]["Severity"];
            title?: string;
            /** @description The number of finished attempts, without those that the receiver put off (429). */
            attempt_count?: number;
            /**
             * Format: date-time
             * @description The time of the next attempt, after a failed one.
             * @example 2026-11-20T10:00:00.000Z
             */
            next_attempt_at?: string | null;
            /** @description The project; null if the notification is not about one project. */
            project_id?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @description The time at which the alert changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            sent_at?: string | null;
        };
        /** @description `SilenceInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `SilenceInfo`. */
        PartialSilenceInfo: {
            /** @example silence_01kagexvhve0ya7d9z5kq5nh3m */
            silence_id?: string;
            /** @example database upgrade */
            name?: string;
            /** @description PENDING before `starts_at`, EXPIRED from `ends_at` on, otherwise ACTIVE. With `weekly`, an ACTIVE silence takes effect only in these windows. */
            state?: components["schemas"]["SilenceState"];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            starts_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            ends_at?: string;
            /** @example CHG-1234 */
            reason?: string;
            /**
             * @description The user of the key, or `root` for the root key.
             * @example jane@example.com
             */
            created_by?: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
            /**
             * @description Conditions on the alert that must all match.
             * @example []
             */
            filter?: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][];
            /** @description The weekly windows to which the silence is restricted; null: all the time. */
            weekly?: components["schemas"]["PartialSilenceWeekly"] | null;
        };
        /** @description `SilenceWeekly` of which an answer may contain only the requested fields. */
        PartialSilenceWeekly: {
            /**
             * @description The days on which a window opens.
             * @example [
             *       "SAT",
             *       "SUN"
             *     ]
             */
            days?: ("MON" | "TUE" | "WED" | "THU" | "FRI" | "SAT" | "SUN")[];
            /** @example 22:00 */
            from?: string;
            /**
             * @description The end of the window, exclusive. If it is not later than `from`, the window ends on the next day.
             * @example 06:00
             */
            to?: string;
            /**
             * @description A name of the IANA time zone database.
             * @example Europe/Berlin
             */
            timezone?: string;
        };
        /** @description `InhibitionInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `InhibitionInfo`. */
        PartialInhibitionInfo: {
            /** @example inhibition_01kagexvhve0ya7d9z5kq5nh3m */
            inhibition_id?: string;
            /** @example cluster down */
            name?: string;
            /** @description Whether the inhibition takes effect. */
            enabled?: boolean;
            /**
             * @description Seconds that the opening of a target waits, in case its source arrives later.
             * @example 30
             */
            wait?: number;
            /**
             * @description Seconds after the end of a source until the targets that are still open are told.
             * @example 300
             */
            settle?: number;
            /**
             * @description Seconds after its last event for which a source that stays open takes effect.
             * @example 86400
             */
            max?: number;
            /** @description Only alerts of this project count, as sources and as targets; null: those of all projects. */
            project_id?: string | null;
            /**
             * @description The user of the key, or `root` for the root key.
             * @example jane@example.com
             */
            created_by?: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
            /**
             * @description Conditions on the alert that explains others. All must match.
             * @example [
             *       {
             *         "k": "rule",
             *         "v": "ClusterDown",
             *         "o": "eq"
             *       }
             *     ]
             */
            source?: components["schemas"]["Condition"][];
            /**
             * @description Conditions on the alerts that are not told of meanwhile. All must match.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "WARNING",
             *         "o": "eq"
             *       }
             *     ]
             */
            target?: components["schemas"]["Condition"][];
            /**
             * @description The fields that must have the same value in both alerts. A missing or empty one is not equal.
             * @example [
             *       "labels.cluster"
             *     ]
             */
            equal?: (string | ("webhook_id" | "project_id" | "event_key" | "severity" | "title" | "rule" | "source.name" | "resource.resource_id" | "resource.resource_type" | "resource.name") | unknown)[];
        };
        /** @description `EscalationInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `EscalationInfo`. */
        PartialEscalationInfo: {
            /** @example escalation_01kagexvhve0ya7d9z5kq5nh3m */
            escalation_id?: string;
            /** @example production, around the clock */
            name?: string;
            /** @description Whether an acknowledgement stops the steps, or only the end of the alert. */
            until?: components["schemas"]["EscalationUntil"];
            /**
             * @description The subscription that is told if no step reaches anybody.
             * @example subscription_01kagexvhve0ya7d9z5kq5nh3m
             */
            fallback?: string;
            /**
             * @description Seconds after which an acknowledgement ends that was made without an end; null: it stays.
             * @example 14400
             */
            acknowledged_for?: number | null;
            /** @description Only alerts of this project are escalated; null: those of all projects. */
            project_id?: string | null;
            /**
             * @description The user of the key, or `root` for the root key.
             * @example jane@example.com
             */
            created_by?: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
            /**
             * @description Conditions on the alert that must all match.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][];
            /**
             * @description Who is told when, in this order.
             * @example [
             *       {
             *         "after": 0,
             *         "subscriptions": [
             *           "subscription_01kagexvhve0ya7d9z5kq5nh3m"
             *         ]
             *       },
             *       {
             *         "after": 300,
             *         "on_call": "on_call_01kagexvhve0ya7d9z5kq5nh3m"
             *       }
             *     ]
             */
            steps?: components["schemas"]["EscalationStep"][];
            /** @description How often all steps are told again after the last one; null: never. */
            repeat?: components["schemas"]["PartialEscalationRepeat"] | null;
        };
        /** @description `EscalationRepeat` of which an answer may contain only the requested fields. */
        PartialEscalationRepeat: {
            /**
             * @description How often.
             * @example 3
             */
            times?: number;
            /**
             * @description Seconds from the last step to the first one again. A text like `5m` is accepted too.
             * @example 1800
             */
            every?: number;
        };
        /** @description `OnCallInfo` of which an answer may contain only the requested fields. Requests without `only`, `minimal` and `unwind` get a whole `OnCallInfo`. */
        PartialOnCallInfo: {
            /** @example on_call_01kagexvhve0ya7d9z5kq5nh3m */
            on_call_id?: string;
            /** @example Database team */
            name?: string;
            /** @description Whether members take turns (ROTATION), or the events of a calendar apply (CALENDAR). */
            source?: components["schemas"]["OnCallSource"];
            /**
             * @description The time zone of hand-offs, and of events of the calendar that last whole days or name no time zone.
             * @example Europe/Berlin
             */
            timezone?: string;
            /**
             * @description The address of the calendar, shown without its path, which is a secret; null if members take turns.
             * @example https://calendar.example.com/***
             */
            ical_url?: string | null;
            /** @description What the last check found. */
            health?: components["schemas"]["PartialOnCallHealth"];
            /**
             * @description The user of the key, or `root` for the root key.
             * @example jane@example.com
             */
            created_by?: string;
            /**
             * @description The files that the record is kept in, by the name of their set. The next `apply` of these files undoes other changes of the record. null: it is in none.
             * @example shop/checkout
             */
            managed_by?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description The time of the last change, not counting changes of `health`.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
            /** @description The people who can be on call. */
            members?: components["schemas"]["OnCallMember"][];
            /** @description How members take turns; null if a calendar says who is on call. */
            rotation?: components["schemas"]["PartialOnCallRotation"] | null;
            /** @description Times in which other members are on call than the rotation or calendar says. */
            overrides?: components["schemas"]["OnCallOverride"][];
        };
        /** @description `OnCallHealth` of which an answer may contain only the requested fields. */
        PartialOnCallHealth: {
            /**
             * Format: date-time
             * @description When the schedule was last checked, which happens every five minutes.
             * @example 2026-11-20T10:00:00.000Z
             */
            checked_at?: string | null;
            /**
             * Format: date-time
             * @description When the calendar was last read successfully; null for a rotation.
             * @example 2026-11-20T10:00:00.000Z
             */
            read_at?: string | null;
            /**
             * Format: date-time
             * @description Since when the calendar cannot be read; null if it can. Meanwhile the last copy that could be read applies.
             * @example 2026-11-20T10:00:00.000Z
             */
            failing_since?: string | null;
            /** @description Why the calendar cannot be read. */
            last_error?: string | null;
            /**
             * Format: date-time
             * @description When the first of the gaps begins; null if there is none.
             * @example 2026-11-20T10:00:00.000Z
             */
            next_gap_at?: string | null;
            /**
             * @description Parts of the calendar that could not be read, and were left out.
             * @example []
             */
            warnings?: string[];
            /**
             * @description Whom current and future events of the calendar name that are no members. Nobody is on call by these events.
             * @example []
             */
            unknown_names?: string[];
            /** @description When nobody would be told in the next 14 days. */
            gaps?: components["schemas"]["OnCallGap"][];
        };
        /** @description `OnCallRotation` of which an answer may contain only the requested fields. */
        PartialOnCallRotation: {
            /**
             * @description The names of members in the order of their shifts. Default: all members.
             * @example [
             *       "Jane Doe"
             *     ]
             */
            members?: string[];
            /**
             * @description The length of a shift in hours, days or weeks.
             * @example 1w
             */
            shift?: string;
            handoff?: components["schemas"]["PartialOnCallHandoff"];
            /**
             * Format: date
             * @description The local date of the first shift, which is that of the first member. Default: that of the last hand-off.
             * @example 2026-11-23
             */
            starts_on?: string;
        };
        /** @description `OnCallHandoff` of which an answer may contain only the requested fields. */
        PartialOnCallHandoff: {
            /**
             * @description The local time at which the next member takes over.
             * @example 09:00
             */
            time?: string;
            /**
             * @description The day, for shifts of whole weeks. Default: MON.
             * @example MON
             */
            day?: components["schemas"]["Weekday"] | null;
        };
    };
    responses: {
        /** @description A field is missing, unknown or invalid */
        Problem400: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_REQUIRED_PARAMETER",
                 *       "title": "Bad Request",
                 *       "status": 400,
                 *       "detail": "domain_id is required",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_REQUIRED_PARAMETER",
                 *       "errors": [
                 *         {
                 *           "field": "domain_id",
                 *           "reason": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is missing or invalid */
        Problem401: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_AUTHENTICATE_FAILURE",
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "A valid API key is needed",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_AUTHENTICATE_FAILURE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key does not allow this */
        Problem403: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_PERMISSION_DENIED",
                 *       "title": "Forbidden",
                 *       "status": 403,
                 *       "detail": "This key does not allow it",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_PERMISSION_DENIED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests; try again after Retry-After seconds */
        Problem429: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_RATE_LIMITED",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "Too many requests; try again after Retry-After seconds",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description An internal error occurred */
        Problem500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_INTERNAL",
                 *       "title": "Internal Server Error",
                 *       "status": 500,
                 *       "detail": "Something went wrong here",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_INTERNAL"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Temporarily unavailable; try again after Retry-After seconds */
        Problem503: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_UNAVAILABLE",
                 *       "title": "Service Unavailable",
                 *       "status": 503,
                 *       "detail": "The database cannot be reached; try again",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_UNAVAILABLE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The query exceeded the time limit */
        Problem504: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_QUERY_TIMEOUT",
                 *       "title": "Gateway Timeout",
                 *       "status": 504,
                 *       "detail": "The query took longer than 5 seconds",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_QUERY_TIMEOUT"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key is missing or invalid, or the session signed in more than ten minutes ago */
        "Problem401-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_AUTHENTICATE_FAILURE",
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "A valid API key is needed",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_AUTHENTICATE_FAILURE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The first request with this key is in progress */
        Problem409: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too large */
        Problem413: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_PAYLOAD_TOO_LARGE",
                 *       "title": "Payload Too Large",
                 *       "status": 413,
                 *       "detail": "The body is larger than this service accepts",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_PAYLOAD_TOO_LARGE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is a form, or its Content-Encoding is not gzip or deflate */
        Problem415: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_UNSUPPORTED_MEDIA_TYPE",
                 *       "title": "Unsupported Media Type",
                 *       "status": 415,
                 *       "detail": "The Content-Encoding may be gzip, deflate or br",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_UNSUPPORTED_MEDIA_TYPE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The Idempotency-Key was used for another request */
        Problem422: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_IDEMPOTENCY_MISMATCH",
                 *       "title": "Unprocessable Entity",
                 *       "status": 422,
                 *       "detail": "The Idempotency-Key was used for another request",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_IDEMPOTENCY_MISMATCH"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such record */
        Problem404: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_FOUND",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "The record was not found",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_FOUND"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The record no longer has the ETag in If-Match */
        Problem412: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_PRECONDITION_FAILED",
                 *       "title": "Precondition Failed",
                 *       "status": 412,
                 *       "detail": "The record no longer has the ETag in If-Match",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_PRECONDITION_FAILED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request carries a key, not a session */
        "Problem404-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_FOUND",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "The record was not found",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_FOUND"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key or token is not valid, or the sign-in at the issuer failed */
        "Problem401-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_AUTHENTICATE_FAILURE",
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "A valid API key is needed",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_AUTHENTICATE_FAILURE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The header X-Requested-With is missing, or Origin names another host */
        "Problem403-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_PERMISSION_DENIED",
                 *       "title": "Forbidden",
                 *       "status": 403,
                 *       "detail": "This key does not allow it",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_PERMISSION_DENIED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many failed sign-ins, or too many sessions of one key; try again after Retry-After seconds */
        "Problem429-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_RATE_LIMITED",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "Too many failed sign-ins, or too many sessions of one key; try again after Retry-After seconds",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The token has expired, or its key has ended */
        "Problem401-4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_AUTHENTICATE_FAILURE",
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "A valid API key is needed",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_AUTHENTICATE_FAILURE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body does not match its Content-Encoding */
        "Problem400-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_REQUIRED_PARAMETER",
                 *       "title": "Bad Request",
                 *       "status": 400,
                 *       "detail": "domain_id is required",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_REQUIRED_PARAMETER",
                 *       "errors": [
                 *         {
                 *           "field": "domain_id",
                 *           "reason": "is required"
                 *         }
                 *       ]
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Sign-in at an issuer is not configured: `OIDC_CLIENT_ID` is not set */
        "Problem404-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_FOUND",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "The record was not found",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_FOUND"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The issuer does not answer; try again after Retry-After seconds */
        "Problem503-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_UNAVAILABLE",
                 *       "title": "Service Unavailable",
                 *       "status": 503,
                 *       "detail": "The database cannot be reached; try again",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_UNAVAILABLE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The first request with this key is in progress
         *
         *     Another webhook of the project has this name, or any webhook has this id or this access key
         */
        "Problem409-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress\n\nAnother webhook of the project has this name, or any webhook has this id or this access key",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Another webhook of the project has this name */
        "Problem409-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "Another webhook of the project has this name",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The alert is resolved */
        "Problem409-4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The alert is resolved",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The alert is resolved. The message says since when and by whom */
        "Problem409-5": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The alert is resolved. The message says since when and by whom",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The alert has too many events to read them within the time limit */
        "Problem504-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_QUERY_TIMEOUT",
                 *       "title": "Gateway Timeout",
                 *       "status": 504,
                 *       "detail": "The query took longer than 5 seconds",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_QUERY_TIMEOUT"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The first request with this key is in progress
         *
         *     The notes of the alert would be too long
         */
        "Problem409-6": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress\n\nThe notes of the alert would be too long",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The key does not allow this, or somebody else wrote the note */
        "Problem403-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_PERMISSION_DENIED",
                 *       "title": "Forbidden",
                 *       "status": 403,
                 *       "detail": "This key does not allow it",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_PERMISSION_DENIED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The domain has 10,000 heartbeats, which is the maximum, or there are too many requests */
        "Problem429-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_RATE_LIMITED",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "The domain has 10,000 heartbeats, which is the maximum, or there are too many requests",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The webhook requires a signature, and it is missing or wrong */
        "Problem401-5": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_AUTHENTICATE_FAILURE",
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "A valid API key is needed",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_AUTHENTICATE_FAILURE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The webhook is disabled */
        "Problem403-4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_WEBHOOK_DISABLED",
                 *       "title": "Forbidden",
                 *       "status": 403,
                 *       "detail": "The webhook is disabled",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_WEBHOOK_DISABLED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is a form, or its Content-Encoding is not gzip, deflate or br */
        "Problem415-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_UNSUPPORTED_MEDIA_TYPE",
                 *       "title": "Unsupported Media Type",
                 *       "status": 415,
                 *       "detail": "The Content-Encoding may be gzip, deflate or br",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_UNSUPPORTED_MEDIA_TYPE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such webhook or heartbeat, or the access key is wrong */
        "Problem404-4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_FOUND",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "The record was not found",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_FOUND"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Some alarms of the delivery created events, and the plugin now finds other alarms in it; or the delivery was rejected as unreadable; or its webhook was deleted */
        "Problem409-7": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "Some alarms of the delivery created events, and the plugin now finds other alarms in it; or the delivery was rejected as unreadable; or its webhook was deleted",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The first request with this key is in progress
         *
         *     Ten replays of the webhook have not ended
         */
        "Problem409-8": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress\n\nTen replays of the webhook have not ended",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A hundred replays of the domain have not ended */
        "Problem429-4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_RATE_LIMITED",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "A hundred replays of the domain have not ended",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The first request with this key is in progress
         *
         *     The protocol already has a quota in this domain
         */
        "Problem409-9": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress\n\nThe protocol already has a quota in this domain",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The remaining amount is too small; nothing was consumed. If there is no Retry-After, the amount exceeds the limit itself */
        "Problem429-5": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_RATE_LIMITED",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "The remaining amount is too small; nothing was consumed. If there is no Retry-After, the amount exceeds the limit itself",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is no such consumption */
        "Problem404-5": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_FOUND",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "The record was not found",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_FOUND"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The consumption was already released */
        "Problem409-10": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The consumption was already released",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The first request with this key is in progress
         *
         *     Another subscription of the project has this name
         */
        "Problem409-11": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress\n\nAnother subscription of the project has this name",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Another subscription of the project has this name */
        "Problem409-12": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "Another subscription of the project has this name",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The first request with this key is in progress
         *
         *     The protocol has no signing secret
         */
        "Problem409-13": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress\n\nThe protocol has no signing secret",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The quota of the protocol is exhausted, or the subscription was tested 10 times in this minute */
        "Problem429-6": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_RATE_LIMITED",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "The quota of the protocol is exhausted, or the subscription was tested 10 times in this minute",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The first request with this key is in progress
         *
         *     Another Slack app of the domain has this name
         */
        "Problem409-14": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress\n\nAnother Slack app of the domain has this name",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Another Slack app of the domain has this name */
        "Problem409-15": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "Another Slack app of the domain has this name",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Subscriptions name this Slack app */
        "Problem409-16": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "Subscriptions name this Slack app",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The first request with this key is in progress
         *
         *     The protocol has no webhooks
         */
        "Problem409-17": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress\n\nThe protocol has no webhooks",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The signature is missing or wrong, or the subscription has no `webhook_secret` */
        "Problem401-6": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_AUTHENTICATE_FAILURE",
                 *       "title": "Unauthorized",
                 *       "status": 401,
                 *       "detail": "A valid API key is needed",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_AUTHENTICATE_FAILURE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The subscription is disabled */
        "Problem403-5": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_WEBHOOK_DISABLED",
                 *       "title": "Forbidden",
                 *       "status": 403,
                 *       "detail": "The webhook is disabled",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_WEBHOOK_DISABLED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description No subscription takes webhooks at this address */
        "Problem404-6": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_FOUND",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "The record was not found",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_FOUND"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The webhook has more than 262,144 bytes */
        "Problem413-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_PAYLOAD_TOO_LARGE",
                 *       "title": "Payload Too Large",
                 *       "status": 413,
                 *       "detail": "The body is larger than this service accepts",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_PAYLOAD_TOO_LARGE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many webhooks come from the network of the client */
        "Problem429-7": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_RATE_LIMITED",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "Too many webhooks come from the network of the client",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The subscription is disabled or deleted, or the protocol sends only the newest state and there is a newer notification */
        "Problem409-18": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The subscription is disabled or deleted, or the protocol sends only the newest state and there is a newer notification",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Twenty resends of the domain have not ended */
        "Problem429-8": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_RATE_LIMITED",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "Twenty resends of the domain have not ended",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description The first request with this key is in progress
         *
         *     Another silence that has not ended has this name
         */
        "Problem409-19": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress\n\nAnother silence that has not ended has this name",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Another silence that has not ended has this name */
        "Problem409-20": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_UNIQUE",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "Another silence that has not ended has this name",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The domain runs too many other queries */
        "Problem429-9": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_RATE_LIMITED",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "The domain runs too many other queries",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The preview took too long */
        "Problem504-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_QUERY_TIMEOUT",
                 *       "title": "Gateway Timeout",
                 *       "status": 504,
                 *       "detail": "The query took longer than 5 seconds",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_QUERY_TIMEOUT"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A preview of the domain is running */
        "Problem429-10": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_RATE_LIMITED",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "A preview of the domain is running",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description A record that is to be replaced does not exist */
        "Problem404-7": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_NOT_FOUND",
                 *       "title": "Not Found",
                 *       "status": 404,
                 *       "detail": "The record was not found",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_FOUND"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The alerts have too many notifications, or the domain too many silences and inhibitions, for the time limit */
        "Problem504-4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_QUERY_TIMEOUT",
                 *       "title": "Gateway Timeout",
                 *       "status": 504,
                 *       "detail": "The query took longer than 5 seconds",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_QUERY_TIMEOUT"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests; try again after Retry-After seconds */
        "Problem429-11": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "/docs/errors/ERROR_RATE_LIMITED",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "Too many requests; try again after Retry-After seconds",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The id of the request: the id in the header `X-Request-Id` of the request if it is valid, otherwise a new id. */
        "X-Request-Id": string;
        /** @description The number of seconds to wait before a retry. */
        "Retry-After": number;
        /** @description The remaining amount of each limit (draft-ietf-httpapi-ratelimit-headers). */
        RateLimit: string;
        /** @description The limits that apply, each with its period in seconds. */
        "RateLimit-Policy": string;
        /** @description The authentication schemes that the operation accepts. */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
                api_key_id?: string;
                state?: components["schemas"]["APIKeyState"];
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeysInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAPIKeyRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    /** @description The URL of the new record, relative to the request. */
                    Location?: string;
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeyInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401-2"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    enableApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["APIKeyRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeyInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    disableApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["APIKeyRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeyInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateAPIKeyRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeyInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401-2"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getApiKey: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: {
                /** @description The `ETag` of the record that the client has. If the record still has it, the response is 304. */
                "If-None-Match"?: string;
            };
            path: {
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialAPIKeyInfo"];
                };
            };
            /** @description The record has the ETag in If-None-Match */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    searchApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["APIKeyQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["APIKeysInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["APIKeyStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    getCaller: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallerInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getCurrentSession: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404-2"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any value. Without this header the response is 403, so that no page of another origin can sign a browser in.
                 * @example tocsin
                 */
                "X-Requested-With"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateSessionRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    /** @description The URL of the new record, relative to the request. */
                    Location?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401-3"];
            403: components["responses"]["Problem403-2"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-2"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    signOut: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404-2"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
                session_id?: string;
                user_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    searchSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SessionQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    endSession: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    issueSignInToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CurrentSessionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInTokenInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    readSignInToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any value. Without this header the response is 403, so that no page of another origin can sign a browser in.
                 * @example tocsin
                 */
                "X-Requested-With"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadSignInTokenRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInHolder"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401-4"];
            403: components["responses"]["Problem403-2"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInMethods"];
                };
            };
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    beginSignIn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any value. Without this header the response is 403, so that no page of another origin can sign a browser in.
                 * @example tocsin
                 */
                "X-Requested-With"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationInfo"];
                };
            };
            400: components["responses"]["Problem400-2"];
            403: components["responses"]["Problem403-2"];
            404: components["responses"]["Problem404-3"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503-2"];
        };
    };
    listEndpoints: {
        parameters: {
            query: {
                /**
                 * @description The domain of the request. An API key may name its own only.
                 * @example demo
                 */
                domain_id: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
                service?: string;
                /** @description PUBLIC (default) or INTERNAL (every process, root key only); case-insensitive. */
                endpoint_type?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    searchEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EndpointQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EndpointsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    listAuditLogs: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
                action?: string;
                resource_type?: string;
                resource_id?: string;
                user_id?: string;
                api_key_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    searchAuditLogs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AuditLogQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
                webhook_id?: string;
                name?: string;
                state?: components["schemas"]["WebhookState"];
                /** @description The full access key. A part of it matches nothing. */
                access_key?: string;
                /** @description The full URL. A part of it matches nothing. */
                webhook_url?: string;
                project_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhooksInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    /** @description The URL of the new record, relative to the request. */
                    Location?: string;
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409-2"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getWebhook: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: {
                /** @description The `ETag` of the record that the client has. If the record still has it, the response is 304. */
                "If-None-Match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialWebhookInfo"];
                };
            };
            /** @description The record has the ETag in If-None-Match */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-3"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateWebhookPlugin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookPluginRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    verifyWebhookPlugin: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N`: waits up to N seconds, at most 30, and returns the result if it is available by then (RFC 7240). */
                Prefer?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description Only with `Prefer: wait=N`, if the verification is done within N seconds; after them, 202 */
            200: {
                headers: {
                    /** @description The wait that was granted, if any. */
                    "Preference-Applied"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationInfo"];
                };
            };
            /** @description The usual answer: a worker runs the verification */
            202: {
                headers: {
                    /** @description The wait that was granted, if any. */
                    "Preference-Applied"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerificationInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    disableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    rotateWebhookAccessKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateAccessKeyRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    searchWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhooksInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    getEvent: {
        parameters: {
            query: {
                /**
                 * @description The domain of the request. An API key may name its own only.
                 * @example demo
                 */
                domain_id: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: never;
            path: {
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialEventInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listEvents: {
        parameters: {
            query: {
                /**
                 * @description The domain of the request. An API key may name its own only.
                 * @example demo
                 */
                domain_id: string;
                event_id?: string;
                /** @description The identifier of the problem. All alarms of a problem and its recovery have the same event key. */
                event_key?: string;
                event_type?: components["schemas"]["EventType"];
                severity?: components["schemas"]["Severity"];
                resource_id?: string;
                provider?: string;
                account?: string;
                /** @description The alert that the event belongs to. An ALERT and its RECOVERY belong to the same alert. */
                alert_id?: string;
                webhook_id?: string;
                project_id?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    searchEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statEvents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    followEvents: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                event_id?: string;
                /** @description The identifier of the problem. All alarms of a problem and its recovery have the same event key. */
                event_key?: string;
                event_type?: components["schemas"]["EventType"];
                severity?: components["schemas"]["Severity"];
                resource_id?: string;
                provider?: string;
                account?: string;
                /** @description The alert that the event belongs to. An ALERT and its RECOVERY belong to the same alert. */
                alert_id?: string;
                webhook_id?: string;
                project_id?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["StreamQuery"];
                /** @description The id of the last message received, for clients that cannot send the header `Last-Event-ID`. The header takes precedence. */
                last_event_id?: string;
                /** @description A token of `POST /monitoring/v1/stream-token`, for clients that cannot send the header `Authorization`. */
                token?: string;
            };
            header?: {
                /** @description The id of the last message received. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    followAlerts: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                webhook_id?: string;
                project_id?: string;
                alert_id?: string;
                /** @description The identifier of the problem. All events of the alert have this event key. */
                event_key?: string;
                state?: components["schemas"]["AlertState"];
                /** @description The severity of the latest event that is not a recovery. `title`, `description`, `resource`, `labels` and `links` are from the same event. */
                severity?: components["schemas"]["Severity"];
                /** @description The rule of the event that opened the alert. `null` if that event has none, and for alerts from before the upgrade to version 0.2. */
                rule?: string;
                /** @description Whether the alert is acknowledged. A resolved alert keeps its acknowledgement. */
                acknowledged?: boolean;
                /** @description Who takes care of the alert: a user id or an e-mail address. A resolved alert keeps its assignee. */
                assignee?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["StreamQuery"];
                /** @description The id of the last message received, for clients that cannot send the header `Last-Event-ID`. The header takes precedence. */
                last_event_id?: string;
                /** @description A token of `POST /monitoring/v1/stream-token`, for clients that cannot send the header `Authorization`. */
                token?: string;
            };
            header?: {
                /** @description The id of the last message received. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id: 2x9Jm4Tq
                     *     event: alert.escalated
                     *     data: {"type":"alert.escalated","timestamp":"2026-11-20T10:00:00.000Z","data":{"alert":{"state":"OPEN","severity":"CRITICAL","title":"Disk full"},"change":{"state_before":"OPEN","state":"OPEN","severity_before":"WARNING","severity":"CRITICAL","event_id":null,"actor":null,"flapping":false}}}
                     */
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    issueStreamToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StreamTokenRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StreamTokenInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getAlert: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: never;
            path: {
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialAlertInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AcknowledgeAlertRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialAlertInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-4"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    unacknowledgeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UnacknowledgeAlertRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialAlertInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-4"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    assignAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignAlertRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialAlertInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-4"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    acknowledgeAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcknowledgeAlertsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcknowledgedAlertsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    resolveAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResolveAlertRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialAlertInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-5"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    resolveAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResolveAlertsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResolvedAlertsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                webhook_id?: string;
                project_id?: string;
                alert_id?: string;
                /** @description The identifier of the problem. All events of the alert have this event key. */
                event_key?: string;
                state?: components["schemas"]["AlertState"];
                /** @description The severity of the latest event that is not a recovery. `title`, `description`, `resource`, `labels` and `links` are from the same event. */
                severity?: components["schemas"]["Severity"];
                /** @description The rule of the event that opened the alert. `null` if that event has none, and for alerts from before the upgrade to version 0.2. */
                rule?: string;
                /** @description Whether the alert is acknowledged. A resolved alert keeps its acknowledgement. */
                acknowledged?: boolean;
                /** @description Who takes care of the alert: a user id or an e-mail address. A resolved alert keeps its assignee. */
                assignee?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    searchAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AlertQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    getAlertTimeline: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: never;
            path: {
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertTimelineInfo"];
                    "text/markdown": string;
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-2"];
        };
    };
    listAlertNotes: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: never;
            path: {
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertNotesInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    addAlertNote: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddAlertNoteRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertNoteInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-6"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteAlertNote: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: never;
            path: {
                alert_id: string;
                note_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403-3"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getHeartbeat: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: {
                /** @description The `ETag` of the record that the client has. If the record still has it, the response is 304. */
                "If-None-Match"?: string;
            };
            path: {
                webhook_id: string;
                /** @example backup */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialHeartbeatInfo"];
                };
            };
            /** @description The record has the ETag in If-None-Match */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    putHeartbeat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                webhook_id: string;
                /** @example backup */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PutHeartbeatRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-3"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteHeartbeat: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                webhook_id: string;
                /** @example backup */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listHeartbeats: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                webhook_id?: string;
                project_id?: string;
                /** @description The name, unique within the webhook. `*` is the heartbeat of `settings.heartbeat`, which every delivery pings. */
                name?: string;
                /** @description NEW until the first ping arrives. A NEW heartbeat cannot be missing. MISSING: no ping came in time, or the source reported a failure. */
                state?: components["schemas"]["HeartbeatState"];
                /** @description The severity of the alert that is open while the heartbeat is missing. */
                severity?: components["schemas"]["Severity"];
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    searchHeartbeats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["HeartbeatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statHeartbeats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["HeartbeatStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description `wait=N`: waits up to N seconds, at most 30, and returns the result if it is available by then (RFC 7240). */
                Prefer?: string;
            };
            path: {
                webhook_id: string;
                access_key: string;
            };
            cookie?: never;
        };
        /** @description The payload of the monitoring system, with any content type: JSON, several JSON values, a form, or text. If the body is a CreateEventRequest, that is `data` with `webhook_id`, `access_key` or both, and no other field, only its `data` is used. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderPayload"] | components["schemas"]["CreateEventRequest"];
                "application/x-www-form-urlencoded": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description Only with `Prefer: wait=N`, if the delivery is processed within N seconds; after them, 202 */
            200: {
                headers: {
                    /** @description The wait that was granted, if any. */
                    "Preference-Applied"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryInfo"];
                };
            };
            /** @description The usual answer: the delivery is on disk, and a worker creates its events */
            202: {
                headers: {
                    /** @description The wait that was granted, if any. */
                    "Preference-Applied"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReceipt"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401-5"];
            403: components["responses"]["Problem403-4"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415-2"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    pingHeartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
                access_key: string;
                /** @example backup */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ping is on disk */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReceipt"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401-5"];
            403: components["responses"]["Problem403-4"];
            404: components["responses"]["Problem404-4"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getDelivery: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: never;
            path: {
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    replayDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReplayDeliveryRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-7"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getLedger: {
        parameters: {
            query?: {
                /** @description The number of days, including today. Default: 7. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getQuarantinedDelivery: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: never;
            path: {
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialQuarantinedDeliveryInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listQuarantinedDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                webhook_id?: string;
                project_id?: string;
                delivery_id?: string;
                /** @description QUARANTINED: the delivery was accepted, but some of it could not be parsed or stored. UNREADABLE: the delivery was rejected because its body is neither JSON nor a form. It cannot be replayed. */
                status?: components["schemas"]["QuarantineStatus"];
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuarantinesInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    searchQuarantinedDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["QuarantineQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuarantinesInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statQuarantinedDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuarantineStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookRequest"];
            };
        };
        responses: {
            /** @description A worker runs the replay */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-8"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429-4"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getReplay: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: never;
            path: {
                replay_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    cancelReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                replay_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CancelReplayRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listPlugins: {
        parameters: {
            query?: {
                /** @example demo */
                domain_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getPlugin: {
        parameters: {
            query?: {
                /** @description Default: the latest version. */
                version?: string;
                /** @example demo */
                domain_id?: string;
                /** @description Any text. With it, the samples are as the sender would post them now: with the present time, and for each marker with other event keys. With the same marker, the samples of one incident have the same key. Samples of the plugins `mapping` and `http`, and of packages that parse asynchronously, stay as they are. */
                marker?: string;
            };
            header?: never;
            path: {
                /** @example prometheus */
                plugin_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    previewPlugin: {
        parameters: {
            query?: {
                /** @description Default: the latest version. */
                version?: string;
                /** @example demo */
                domain_id?: string;
                /** @description Options as defined by the plugin's options schema. Written as JSON. */
                options?: {
                    [key: string]: unknown;
                };
            };
            header?: never;
            path: {
                /** @example prometheus */
                plugin_id: string;
            };
            cookie?: never;
        };
        /** @description The payload exactly as the sender posts it, of any content type */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderPayload"];
                "application/x-www-form-urlencoded": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginPreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    previewWebhookPlugin: {
        parameters: {
            query?: {
                /** @description Default: the current version of the webhook. */
                version?: string;
                /** @description Default: the options of the webhook. `***` stands for the stored secret of the webhook. Written as JSON. */
                options?: {
                    [key: string]: unknown;
                };
                /** @example demo */
                domain_id?: string;
            };
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        /** @description The payload exactly as the sender posts it, of any content type */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderPayload"];
                "application/x-www-form-urlencoded": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginPreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    compareWebhookPlugin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ComparePluginRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginComparison"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listQuotas: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
                quota_id?: string;
                protocol_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotasInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    createQuota: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateQuotaRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    /** @description The URL of the new record, relative to the request. */
                    Location?: string;
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409-9"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getQuota: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: {
                /** @description The `ETag` of the record that the client has. If the record still has it, the response is 304. */
                "If-None-Match"?: string;
            };
            path: {
                quota_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialQuotaInfo"];
                };
            };
            /** @description The record has the ETag in If-None-Match */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateQuota: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                quota_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateQuotaRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteQuota: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                quota_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    searchQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["QuotaQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotasInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statQuotas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["QuotaStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    simulateQuota: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                quota_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateQuotaRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaSimulation"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    consumeQuota: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                quota_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsumeQuotaRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsumptionInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429-5"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    consumeProtocolQuota: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsumeProtocolRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsumptionInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429-5"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    releaseQuotaConsumption: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                quota_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseQuotaRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404-5"];
            409: components["responses"]["Problem409-10"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    releaseProtocolConsumption: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReleaseConsumptionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReleaseInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404-5"];
            409: components["responses"]["Problem409-10"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getQuotaUsage: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The first day. */
                from?: string;
                /** @description The last day. */
                to?: string;
                /** @description Written as JSON. */
                page?: components["schemas"]["NumberedPage"];
            };
            header?: never;
            path: {
                quota_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuotaUsageInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    statQuotaUsages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["QuotaUsageStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    listProtocols: {
        parameters: {
            query?: {
                /** @example demo */
                domain_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProtocolsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getProtocol: {
        parameters: {
            query?: {
                /** @example demo */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: never;
            path: {
                /** @example webhook */
                protocol_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialProtocolInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listSubscriptions: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                subscription_id?: string;
                name?: string;
                state?: components["schemas"]["SubscriptionState"];
                protocol_id?: string;
                /** @description CHANGE: sends changes of alerts that match. ESCALATION: sends nothing of an alert until a step of an escalation says so, and then its later changes too. */
                trigger?: components["schemas"]["SubscriptionTrigger"];
                /** @description The project whose alerts are sent; null: all projects of the domain. */
                project_id?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    createSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSubscriptionRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    /** @description The URL of the new record, relative to the request. */
                    Location?: string;
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionWithSecret"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409-11"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getSubscription: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: {
                /** @description The `ETag` of the record that the client has. If the record still has it, the response is 304. */
                "If-None-Match"?: string;
            };
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialSubscriptionInfo"];
                };
            };
            /** @description The record has the ETag in If-None-Match */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSubscriptionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-12"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteSubscription: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    enableSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SubscriptionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    disableSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SubscriptionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    rotateSubscription: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateSigningSecretRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionWithSecret"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-13"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    verifySubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SubscriptionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionVerification"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-6"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    searchSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SubscriptionQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statSubscriptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SubscriptionStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    listSlackApps: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                slack_app_id?: string;
                name?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlackAppsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    createSlackApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSlackAppRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    /** @description The URL of the new record, relative to the request. */
                    Location?: string;
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedSlackAppInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409-14"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getSlackApp: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: {
                /** @description The `ETag` of the record that the client has. If the record still has it, the response is 304. */
                "If-None-Match"?: string;
            };
            path: {
                slack_app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialSlackAppInfo"];
                };
            };
            /** @description The record has the ETag in If-None-Match */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateSlackApp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                slack_app_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSlackAppRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlackAppInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-15"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteSlackApp: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                slack_app_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-16"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    searchSlackApps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SlackAppQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlackAppsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statSlackApps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SlackAppStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    rotateSubscriptionInbound: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateInboundRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionWithInboundUrl"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-17"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteSubscriptionInbound: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    takeInboundWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
                access_key: string;
            };
            cookie?: never;
        };
        /** @description The webhook, as the receiver sends it. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderPayload"];
                "application/x-www-form-urlencoded": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundReceipt"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401-6"];
            403: components["responses"]["Problem403-5"];
            404: components["responses"]["Problem404-6"];
            413: components["responses"]["Problem413-2"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-7"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getNotification: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: never;
            path: {
                notification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialNotificationDetails"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The id of the notification. Every attempt sends it as `webhook-id`. */
                notification_id?: string;
                kind?: string;
                /** @description HELD: waits for the quota or for other notifications of its group. SUPERSEDED: a newer change of the alert was sent instead. FAILED: is not retried, but can be resent. SILENCED: a silence was active, or the key was flapping. INHIBITED: another open alert explains it. */
                state?: components["schemas"]["NotificationState"];
                subscription_id?: string;
                protocol_id?: string;
                /** @description The alert; null if the notification is not about one alert. */
                alert_id?: string;
                /** @description The digest that contains the notification. */
                digest_id?: string;
                /** @description The severity of the alert right after the change. */
                severity?: components["schemas"]["Severity"];
                /** @description The silence that suppressed the notification, or after whose end it was created. */
                silence_id?: string;
                /** @description The inhibition that held the notification back, or after whose source it was created. */
                inhibition_id?: string;
                /** @description The alert that explained this one, by that inhibition. */
                source_alert_id?: string;
                /** @description The escalation whose step the notification is. */
                escalation_id?: string;
                /** @description The project; null if the notification is not about one project. */
                project_id?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    searchNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NotificationQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NotificationStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    resendNotification: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                notification_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NotificationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationDetails"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-18"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getNotificationLedger: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The number of days, including today. Default: 7. */
                days?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationLedgerInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    resendNotifications: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResendNotificationsRequest"];
            };
        };
        responses: {
            /** @description Done */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429-8"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    getResend: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: never;
            path: {
                resend_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    cancelResend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resend_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResendRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResendInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    listSilences: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                silence_id?: string;
                name?: string;
                /** @description PENDING before `starts_at`, EXPIRED from `ends_at` on, otherwise ACTIVE. With `weekly`, an ACTIVE silence takes effect only in these windows. */
                state?: components["schemas"]["SilenceState"];
                /** @description The user of the key, or `root` for the root key. */
                created_by?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilencesInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    createSilence: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSilenceRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    /** @description The URL of the new record, relative to the request. */
                    Location?: string;
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilenceInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409-19"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getSilence: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: {
                /** @description The `ETag` of the record that the client has. If the record still has it, the response is 304. */
                "If-None-Match"?: string;
            };
            path: {
                silence_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialSilenceInfo"];
                };
            };
            /** @description The record has the ETag in If-None-Match */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateSilence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                silence_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateSilenceRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilenceInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            409: components["responses"]["Problem409-20"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteSilence: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                silence_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    expireSilence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                silence_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SilenceRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilenceInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    searchSilences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SilenceQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilencesInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statSilences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SilenceStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    listInhibitions: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                inhibition_id?: string;
                name?: string;
                /** @description Whether the inhibition takes effect. */
                enabled?: boolean;
                /** @description Only alerts of this project count, as sources and as targets; null: those of all projects. */
                project_id?: string;
                /** @description The user of the key, or `root` for the root key. */
                created_by?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InhibitionsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    createInhibition: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateInhibitionRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    /** @description The URL of the new record, relative to the request. */
                    Location?: string;
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InhibitionInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getInhibition: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: {
                /** @description The `ETag` of the record that the client has. If the record still has it, the response is 304. */
                "If-None-Match"?: string;
            };
            path: {
                inhibition_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialInhibitionInfo"];
                };
            };
            /** @description The record has the ETag in If-None-Match */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateInhibition: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                inhibition_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateInhibitionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InhibitionInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteInhibition: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                inhibition_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    searchInhibitions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InhibitionQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InhibitionsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statInhibitions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InhibitionStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    previewInhibition: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewInhibitionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InhibitionPreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-9"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-3"];
        };
    };
    listEscalations: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                escalation_id?: string;
                name?: string;
                /** @description Whether an acknowledgement stops the steps, or only the end of the alert. */
                until?: components["schemas"]["EscalationUntil"];
                /** @description Only alerts of this project are escalated; null: those of all projects. */
                project_id?: string;
                /** @description The user of the key, or `root` for the root key. */
                created_by?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscalationsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    createEscalation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEscalationRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    /** @description The URL of the new record, relative to the request. */
                    Location?: string;
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscalationInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getEscalation: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: {
                /** @description The `ETag` of the record that the client has. If the record still has it, the response is 304. */
                "If-None-Match"?: string;
            };
            path: {
                escalation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialEscalationInfo"];
                };
            };
            /** @description The record has the ETag in If-None-Match */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateEscalation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                escalation_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateEscalationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscalationInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteEscalation: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                escalation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    searchEscalations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EscalationQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscalationsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statEscalations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EscalationStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    previewEscalation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewEscalationRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EscalationPreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-9"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-3"];
        };
    };
    listOnCalls: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                on_call_id?: string;
                name?: string;
                /** @description Whether members take turns (ROTATION), or the events of a calendar apply (CALENDAR). */
                source?: components["schemas"]["OnCallSource"];
                /** @description The user of the key, or `root` for the root key. */
                created_by?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The URL of the next page, relative to the request, with `rel="next"` (RFC 8288), if more follow. */
                    Link?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnCallsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    createOnCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description A retry with the same key within 24 hours gets the first response, with the header `Idempotency-Replayed: true`. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOnCallRequest"];
            };
        };
        responses: {
            /** @description Done */
            201: {
                headers: {
                    /** @description The URL of the new record, relative to the request. */
                    Location?: string;
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnCallInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getOnCall: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The fields to return. Dots select fields of objects; `["a.b"]` selects a key that contains dots. */
                only?: string[];
            };
            header?: {
                /** @description The `ETag` of the record that the client has. If the record still has it, the response is 304. */
                "If-None-Match"?: string;
            };
            path: {
                on_call_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartialOnCallInfo"];
                };
            };
            /** @description The record has the ETag in If-None-Match */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    updateOnCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                on_call_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UpdateOnCallRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    /** @description The version of the record, for `If-Match` and `If-None-Match`. */
                    ETag?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnCallInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    deleteOnCall: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Changes the record only if it still has this `ETag`, or one of several `ETag`s separated by commas. Otherwise the response is 412. */
                "If-Match"?: string;
            };
            path: {
                on_call_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            412: components["responses"]["Problem412"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getOnCallAt: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description From 31 days ago to 92 days ahead: a time, or a relative time. Default: now. */
                time?: string;
            };
            header?: never;
            path: {
                on_call_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnCallAnswer"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getOnCallShifts: {
        parameters: {
            query?: {
                /**
                 * @description The domain of the request. Default: the domain of the key. Required with the root key.
                 * @example demo
                 */
                domain_id?: string;
                /** @description From 31 days ago on: a time, or a relative time. Default: now. */
                from?: string;
                /** @description At most 31 days after `from`, and 92 days ahead: a time, or a relative time. Default: 14 days after `from`. */
                to?: string;
            };
            header?: never;
            path: {
                on_call_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnCallShifts"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    searchOnCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OnCallQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnCallsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    statOnCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["OnCallStatQuery"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StatisticsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    previewSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewSubscriptionRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-10"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-3"];
        };
    };
    previewDraftSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewSubscriptionDraftRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionPreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-10"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-3"];
        };
    };
    previewMessageSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                subscription_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PreviewMessageRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-10"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-3"];
        };
    };
    previewDraftMessageSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewMessageDraftRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-10"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-3"];
        };
    };
    previewSilence: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewSilenceRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SilencePreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-10"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-3"];
        };
    };
    previewPlan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewPlanRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanPreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404-7"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-10"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-3"];
        };
    };
    previewAlertTelling: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PreviewAlertTellingRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertTellingPreview"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429-10"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-3"];
        };
    };
    getAlertTellings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertTellingsRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertTellingsInfo"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-4"];
        };
    };
    checkLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthInfo"];
                };
            };
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    checkReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyInfo"];
                };
            };
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getDocumentAsJson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description Done
             *
             *     Done
             */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, unknown>;
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429-11"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getDocumentAsYaml: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /**
             * @description Done
             *
             *     Done
             */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/yaml": string;
                };
            };
            401: components["responses"]["Problem401"];
            403: components["responses"]["Problem403"];
            429: components["responses"]["Problem429-11"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    parseRemoteDelivery: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "delivery": {
                 *         "body": {
                 *           "text": "disk full",
                 *           "host": "db-1"
                 *         },
                 *         "headers": {
                 *           "content-type": "application/json"
                 *         },
                 *         "content_type": "application/json",
                 *         "query": {},
                 *         "path_suffix": "",
                 *         "received_at": "2026-11-20T10:00:00.000Z"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ParseDeliveryRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcomes": [
                     *         {
                     *           "outcome": "EVENT",
                     *           "event": {
                     *             "event_key": "db-1",
                     *             "title": "disk full",
                     *             "severity": "ERROR"
                     *           }
                     *         },
                     *         {
                     *           "outcome": "ACKNOWLEDGED",
                     *           "acknowledgement": {
                     *             "event_key": "db-2",
                     *             "by": "Ada Lovelace"
                     *           }
                     *         },
                     *         {
                     *           "outcome": "IGNORED",
                     *           "reason": "a heartbeat"
                     *         },
                     *         {
                     *           "outcome": "ERROR",
                     *           "reason": "has no host"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ParseDeliveryAnswer"];
                };
            };
            /** @description The delivery cannot be parsed and is quarantined, with the beginning of the response */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery cannot be parsed and is quarantined, with the beginning of the response */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The delivery cannot be parsed and is quarantined, with the beginning of the response */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The plugin is unavailable, as after a time-out or a failed connection. Deliveries of the webhook wait, in order, and are retried. After 5 failures in a row the plugin is not called for 10 seconds. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    verifyRemotePlugin: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "asked_at": "2026-11-20T10:00:00.000Z"
                 *     }
                 */
                "application/json": components["schemas"]["VerifyRemotePluginRequest"];
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "checks": [
                     *         {
                     *           "name": "database",
                     *           "ok": true,
                     *           "message": "reachable"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VerifyRemotePluginAnswer"];
                };
            };
            /** @description The verification fails and reports the response */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAlertOpened: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "alert.opened",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "opened_at": "2026-11-20T10:00:00.000Z",
                 *           "resolved_at": null,
                 *           "last_received_at": "2026-11-20T10:00:00.000Z",
                 *           "event_count": 1,
                 *           "duplicate_count": 0,
                 *           "resolved_after": null,
                 *           "acknowledged": false,
                 *           "acknowledged_at": null,
                 *           "acknowledged_by": null,
                 *           "comment": null,
                 *           "acknowledged_until": null,
                 *           "acknowledged_after": null,
                 *           "assignee": null,
                 *           "assigned_at": null,
                 *           "assigned_by": null,
                 *           "escalation": {
                 *             "step": null,
                 *             "next_at": null
                 *           },
                 *           "resolved_by": null,
                 *           "resolved_comment": null,
                 *           "quiet_until": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "assignee": null,
                 *           "note_id": null,
                 *           "note": null,
                 *           "flapping": false
                 *         },
                 *         "event": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_type": "ALERT",
                 *           "provider": null,
                 *           "account": null,
                 *           "image_url": null,
                 *           "raw_data": {
                 *             "status": "firing",
                 *             "labels": {
                 *               "alertname": "DiskFull",
                 *               "instance": "db-1",
                 *               "severity": "error"
                 *             },
                 *             "startsAt": "2026-11-20T10:00:00.000Z"
                 *           },
                 *           "additional_info": {},
                 *           "delivery_id": "delivery_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "plugin_info": {
                 *             "plugin_id": "prometheus",
                 *             "version": "1.0.0"
                 *           },
                 *           "created_at": "2026-11-20T10:00:00.000Z",
                 *           "occurred_at": "2026-11-20T10:00:00.000Z",
                 *           "stored_at": "2026-11-20T10:00:00.000Z"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAlertEscalated: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "alert.escalated",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "opened_at": "2026-11-20T10:00:00.000Z",
                 *           "resolved_at": null,
                 *           "last_received_at": "2026-11-20T10:00:00.000Z",
                 *           "event_count": 1,
                 *           "duplicate_count": 0,
                 *           "resolved_after": null,
                 *           "acknowledged": false,
                 *           "acknowledged_at": null,
                 *           "acknowledged_by": null,
                 *           "comment": null,
                 *           "acknowledged_until": null,
                 *           "acknowledged_after": null,
                 *           "assignee": null,
                 *           "assigned_at": null,
                 *           "assigned_by": null,
                 *           "escalation": {
                 *             "step": null,
                 *             "next_at": null
                 *           },
                 *           "resolved_by": null,
                 *           "resolved_comment": null,
                 *           "quiet_until": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "assignee": null,
                 *           "note_id": null,
                 *           "note": null,
                 *           "flapping": false
                 *         },
                 *         "event": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_type": "ALERT",
                 *           "provider": null,
                 *           "account": null,
                 *           "image_url": null,
                 *           "raw_data": {
                 *             "status": "firing",
                 *             "labels": {
                 *               "alertname": "DiskFull",
                 *               "instance": "db-1",
                 *               "severity": "error"
                 *             },
                 *             "startsAt": "2026-11-20T10:00:00.000Z"
                 *           },
                 *           "additional_info": {},
                 *           "delivery_id": "delivery_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "plugin_info": {
                 *             "plugin_id": "prometheus",
                 *             "version": "1.0.0"
                 *           },
                 *           "created_at": "2026-11-20T10:00:00.000Z",
                 *           "occurred_at": "2026-11-20T10:00:00.000Z",
                 *           "stored_at": "2026-11-20T10:00:00.000Z"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAlertDeescalated: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "alert.deescalated",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "opened_at": "2026-11-20T10:00:00.000Z",
                 *           "resolved_at": null,
                 *           "last_received_at": "2026-11-20T10:00:00.000Z",
                 *           "event_count": 1,
                 *           "duplicate_count": 0,
                 *           "resolved_after": null,
                 *           "acknowledged": false,
                 *           "acknowledged_at": null,
                 *           "acknowledged_by": null,
                 *           "comment": null,
                 *           "acknowledged_until": null,
                 *           "acknowledged_after": null,
                 *           "assignee": null,
                 *           "assigned_at": null,
                 *           "assigned_by": null,
                 *           "escalation": {
                 *             "step": null,
                 *             "next_at": null
                 *           },
                 *           "resolved_by": null,
                 *           "resolved_comment": null,
                 *           "quiet_until": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "assignee": null,
                 *           "note_id": null,
                 *           "note": null,
                 *           "flapping": false
                 *         },
                 *         "event": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_type": "ALERT",
                 *           "provider": null,
                 *           "account": null,
                 *           "image_url": null,
                 *           "raw_data": {
                 *             "status": "firing",
                 *             "labels": {
                 *               "alertname": "DiskFull",
                 *               "instance": "db-1",
                 *               "severity": "error"
                 *             },
                 *             "startsAt": "2026-11-20T10:00:00.000Z"
                 *           },
                 *           "additional_info": {},
                 *           "delivery_id": "delivery_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "plugin_info": {
                 *             "plugin_id": "prometheus",
                 *             "version": "1.0.0"
                 *           },
                 *           "created_at": "2026-11-20T10:00:00.000Z",
                 *           "occurred_at": "2026-11-20T10:00:00.000Z",
                 *           "stored_at": "2026-11-20T10:00:00.000Z"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAlertAcknowledged: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "alert.acknowledged",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "opened_at": "2026-11-20T10:00:00.000Z",
                 *           "resolved_at": null,
                 *           "last_received_at": "2026-11-20T10:00:00.000Z",
                 *           "event_count": 1,
                 *           "duplicate_count": 0,
                 *           "resolved_after": null,
                 *           "acknowledged": false,
                 *           "acknowledged_at": null,
                 *           "acknowledged_by": null,
                 *           "comment": null,
                 *           "acknowledged_until": null,
                 *           "acknowledged_after": null,
                 *           "assignee": null,
                 *           "assigned_at": null,
                 *           "assigned_by": null,
                 *           "escalation": {
                 *             "step": null,
                 *             "next_at": null
                 *           },
                 *           "resolved_by": null,
                 *           "resolved_comment": null,
                 *           "quiet_until": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "assignee": null,
                 *           "note_id": null,
                 *           "note": null,
                 *           "flapping": false
                 *         },
                 *         "event": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_type": "ALERT",
                 *           "provider": null,
                 *           "account": null,
                 *           "image_url": null,
                 *           "raw_data": {
                 *             "status": "firing",
                 *             "labels": {
                 *               "alertname": "DiskFull",
                 *               "instance": "db-1",
                 *               "severity": "error"
                 *             },
                 *             "startsAt": "2026-11-20T10:00:00.000Z"
                 *           },
                 *           "additional_info": {},
                 *           "delivery_id": "delivery_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "plugin_info": {
                 *             "plugin_id": "prometheus",
                 *             "version": "1.0.0"
                 *           },
                 *           "created_at": "2026-11-20T10:00:00.000Z",
                 *           "occurred_at": "2026-11-20T10:00:00.000Z",
                 *           "stored_at": "2026-11-20T10:00:00.000Z"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAlertUnacknowledged: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "alert.unacknowledged",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "opened_at": "2026-11-20T10:00:00.000Z",
                 *           "resolved_at": null,
                 *           "last_received_at": "2026-11-20T10:00:00.000Z",
                 *           "event_count": 1,
                 *           "duplicate_count": 0,
                 *           "resolved_after": null,
                 *           "acknowledged": false,
                 *           "acknowledged_at": null,
                 *           "acknowledged_by": null,
                 *           "comment": null,
                 *           "acknowledged_until": null,
                 *           "acknowledged_after": null,
                 *           "assignee": null,
                 *           "assigned_at": null,
                 *           "assigned_by": null,
                 *           "escalation": {
                 *             "step": null,
                 *             "next_at": null
                 *           },
                 *           "resolved_by": null,
                 *           "resolved_comment": null,
                 *           "quiet_until": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "assignee": null,
                 *           "note_id": null,
                 *           "note": null,
                 *           "flapping": false
                 *         },
                 *         "event": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_type": "ALERT",
                 *           "provider": null,
                 *           "account": null,
                 *           "image_url": null,
                 *           "raw_data": {
                 *             "status": "firing",
                 *             "labels": {
                 *               "alertname": "DiskFull",
                 *               "instance": "db-1",
                 *               "severity": "error"
                 *             },
                 *             "startsAt": "2026-11-20T10:00:00.000Z"
                 *           },
                 *           "additional_info": {},
                 *           "delivery_id": "delivery_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "plugin_info": {
                 *             "plugin_id": "prometheus",
                 *             "version": "1.0.0"
                 *           },
                 *           "created_at": "2026-11-20T10:00:00.000Z",
                 *           "occurred_at": "2026-11-20T10:00:00.000Z",
                 *           "stored_at": "2026-11-20T10:00:00.000Z"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAlertResolved: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "alert.resolved",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "state": "RESOLVED",
                 *           "resolved_reason": "RECOVERY",
                 *           "opened_at": "2026-11-20T10:00:00.000Z",
                 *           "resolved_at": "2026-11-20T10:00:00.000Z",
                 *           "last_received_at": "2026-11-20T10:00:00.000Z",
                 *           "event_count": 1,
                 *           "duplicate_count": 0,
                 *           "resolved_after": 0,
                 *           "acknowledged": false,
                 *           "acknowledged_at": null,
                 *           "acknowledged_by": null,
                 *           "comment": null,
                 *           "acknowledged_until": null,
                 *           "acknowledged_after": null,
                 *           "assignee": null,
                 *           "assigned_at": null,
                 *           "assigned_by": null,
                 *           "escalation": {
                 *             "step": null,
                 *             "next_at": null
                 *           },
                 *           "resolved_by": null,
                 *           "resolved_comment": null,
                 *           "quiet_until": null
                 *         },
                 *         "change": {
                 *           "state_before": "OPEN",
                 *           "state": "RESOLVED",
                 *           "severity_before": "ERROR",
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "assignee": null,
                 *           "note_id": null,
                 *           "note": null,
                 *           "flapping": false
                 *         },
                 *         "event": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_type": "ALERT",
                 *           "provider": null,
                 *           "account": null,
                 *           "image_url": null,
                 *           "raw_data": {
                 *             "status": "firing",
                 *             "labels": {
                 *               "alertname": "DiskFull",
                 *               "instance": "db-1",
                 *               "severity": "error"
                 *             },
                 *             "startsAt": "2026-11-20T10:00:00.000Z"
                 *           },
                 *           "additional_info": {},
                 *           "delivery_id": "delivery_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "plugin_info": {
                 *             "plugin_id": "prometheus",
                 *             "version": "1.0.0"
                 *           },
                 *           "created_at": "2026-11-20T10:00:00.000Z",
                 *           "occurred_at": "2026-11-20T10:00:00.000Z",
                 *           "stored_at": "2026-11-20T10:00:00.000Z"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAlertReopened: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "alert.reopened",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "opened_at": "2026-11-20T10:00:00.000Z",
                 *           "resolved_at": null,
                 *           "last_received_at": "2026-11-20T10:00:00.000Z",
                 *           "event_count": 1,
                 *           "duplicate_count": 0,
                 *           "resolved_after": null,
                 *           "acknowledged": false,
                 *           "acknowledged_at": null,
                 *           "acknowledged_by": null,
                 *           "comment": null,
                 *           "acknowledged_until": null,
                 *           "acknowledged_after": null,
                 *           "assignee": null,
                 *           "assigned_at": null,
                 *           "assigned_by": null,
                 *           "escalation": {
                 *             "step": null,
                 *             "next_at": null
                 *           },
                 *           "resolved_by": null,
                 *           "resolved_comment": null,
                 *           "quiet_until": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "assignee": null,
                 *           "note_id": null,
                 *           "note": null,
                 *           "flapping": false
                 *         },
                 *         "event": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_type": "ALERT",
                 *           "provider": null,
                 *           "account": null,
                 *           "image_url": null,
                 *           "raw_data": {
                 *             "status": "firing",
                 *             "labels": {
                 *               "alertname": "DiskFull",
                 *               "instance": "db-1",
                 *               "severity": "error"
                 *             },
                 *             "startsAt": "2026-11-20T10:00:00.000Z"
                 *           },
                 *           "additional_info": {},
                 *           "delivery_id": "delivery_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "plugin_info": {
                 *             "plugin_id": "prometheus",
                 *             "version": "1.0.0"
                 *           },
                 *           "created_at": "2026-11-20T10:00:00.000Z",
                 *           "occurred_at": "2026-11-20T10:00:00.000Z",
                 *           "stored_at": "2026-11-20T10:00:00.000Z"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAlertFlapping: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "alert.flapping",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "opened_at": "2026-11-20T10:00:00.000Z",
                 *           "resolved_at": null,
                 *           "last_received_at": "2026-11-20T10:00:00.000Z",
                 *           "event_count": 1,
                 *           "duplicate_count": 0,
                 *           "resolved_after": null,
                 *           "acknowledged": false,
                 *           "acknowledged_at": null,
                 *           "acknowledged_by": null,
                 *           "comment": null,
                 *           "acknowledged_until": null,
                 *           "acknowledged_after": null,
                 *           "assignee": null,
                 *           "assigned_at": null,
                 *           "assigned_by": null,
                 *           "escalation": {
                 *             "step": null,
                 *             "next_at": null
                 *           },
                 *           "resolved_by": null,
                 *           "resolved_comment": null,
                 *           "quiet_until": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "assignee": null,
                 *           "note_id": null,
                 *           "note": null,
                 *           "flapping": false
                 *         },
                 *         "event": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_type": "ALERT",
                 *           "provider": null,
                 *           "account": null,
                 *           "image_url": null,
                 *           "raw_data": {
                 *             "status": "firing",
                 *             "labels": {
                 *               "alertname": "DiskFull",
                 *               "instance": "db-1",
                 *               "severity": "error"
                 *             },
                 *             "startsAt": "2026-11-20T10:00:00.000Z"
                 *           },
                 *           "additional_info": {},
                 *           "delivery_id": "delivery_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "plugin_info": {
                 *             "plugin_id": "prometheus",
                 *             "version": "1.0.0"
                 *           },
                 *           "created_at": "2026-11-20T10:00:00.000Z",
                 *           "occurred_at": "2026-11-20T10:00:00.000Z",
                 *           "stored_at": "2026-11-20T10:00:00.000Z"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAlertAssigned: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "alert.assigned",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "opened_at": "2026-11-20T10:00:00.000Z",
                 *           "resolved_at": null,
                 *           "last_received_at": "2026-11-20T10:00:00.000Z",
                 *           "event_count": 1,
                 *           "duplicate_count": 0,
                 *           "resolved_after": null,
                 *           "acknowledged": false,
                 *           "acknowledged_at": null,
                 *           "acknowledged_by": null,
                 *           "comment": null,
                 *           "acknowledged_until": null,
                 *           "acknowledged_after": null,
                 *           "assignee": "jane@example.com",
                 *           "assigned_at": "2026-11-20T10:00:00.000Z",
                 *           "assigned_by": "ann",
                 *           "escalation": {
                 *             "step": null,
                 *             "next_at": null
                 *           },
                 *           "resolved_by": null,
                 *           "resolved_comment": null,
                 *           "quiet_until": null
                 *         },
                 *         "change": {
                 *           "state_before": "OPEN",
                 *           "state": "OPEN",
                 *           "severity_before": "ERROR",
                 *           "severity": "ERROR",
                 *           "event_id": null,
                 *           "actor": "ann",
                 *           "assignee": "jane@example.com",
                 *           "note_id": null,
                 *           "note": null,
                 *           "flapping": false
                 *         },
                 *         "event": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_type": "ALERT",
                 *           "provider": null,
                 *           "account": null,
                 *           "image_url": null,
                 *           "raw_data": {
                 *             "status": "firing",
                 *             "labels": {
                 *               "alertname": "DiskFull",
                 *               "instance": "db-1",
                 *               "severity": "error"
                 *             },
                 *             "startsAt": "2026-11-20T10:00:00.000Z"
                 *           },
                 *           "additional_info": {},
                 *           "delivery_id": "delivery_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "plugin_info": {
                 *             "plugin_id": "prometheus",
                 *             "version": "1.0.0"
                 *           },
                 *           "created_at": "2026-11-20T10:00:00.000Z",
                 *           "occurred_at": "2026-11-20T10:00:00.000Z",
                 *           "stored_at": "2026-11-20T10:00:00.000Z"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAlertNoted: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "alert.noted",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "opened_at": "2026-11-20T10:00:00.000Z",
                 *           "resolved_at": null,
                 *           "last_received_at": "2026-11-20T10:00:00.000Z",
                 *           "event_count": 1,
                 *           "duplicate_count": 0,
                 *           "resolved_after": null,
                 *           "acknowledged": false,
                 *           "acknowledged_at": null,
                 *           "acknowledged_by": null,
                 *           "comment": null,
                 *           "acknowledged_until": null,
                 *           "acknowledged_after": null,
                 *           "assignee": null,
                 *           "assigned_at": null,
                 *           "assigned_by": null,
                 *           "escalation": {
                 *             "step": null,
                 *             "next_at": null
                 *           },
                 *           "resolved_by": null,
                 *           "resolved_comment": null,
                 *           "quiet_until": null
                 *         },
                 *         "change": {
                 *           "state_before": "OPEN",
                 *           "state": "OPEN",
                 *           "severity_before": "ERROR",
                 *           "severity": "ERROR",
                 *           "event_id": null,
                 *           "actor": "ann",
                 *           "assignee": null,
                 *           "note_id": "note_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "note": "The disk is replaced tomorrow",
                 *           "flapping": false
                 *         },
                 *         "event": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_type": "ALERT",
                 *           "provider": null,
                 *           "account": null,
                 *           "image_url": null,
                 *           "raw_data": {
                 *             "status": "firing",
                 *             "labels": {
                 *               "alertname": "DiskFull",
                 *               "instance": "db-1",
                 *               "severity": "error"
                 *             },
                 *             "startsAt": "2026-11-20T10:00:00.000Z"
                 *           },
                 *           "additional_info": {},
                 *           "delivery_id": "delivery_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "plugin_info": {
                 *             "plugin_id": "prometheus",
                 *             "version": "1.0.0"
                 *           },
                 *           "created_at": "2026-11-20T10:00:00.000Z",
                 *           "occurred_at": "2026-11-20T10:00:00.000Z",
                 *           "stored_at": "2026-11-20T10:00:00.000Z"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSourceSilent: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "source.silent",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "title": "Heartbeat backup is missing",
                 *         "subject": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "name": "backup",
                 *           "change": "7412-0"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSourceBack: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "source.back",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "title": "Heartbeat backup is back",
                 *         "subject": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "name": "backup",
                 *           "change": "7420-0"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveDeliveryQuarantined: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "delivery.quarantined",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "title": "12 deliveries of the webhook grafana could not be parsed: alerts: is missing",
                 *         "subject": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "name": "grafana",
                 *           "count": 12,
                 *           "last_received_at": "2026-11-20T10:00:00.000Z",
                 *           "reason": "alerts: is missing"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/quarantine",
                 *           "console": "https://tocsin.example.com/console/#/sources/webhook_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveQuotaLow: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "quota.low",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "title": "The quota of webhook for the day is used to 80 %",
                 *         "subject": {
                 *           "quota_id": "quota_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "protocol_id": "webhook",
                 *           "window": "day",
                 *           "limit": 1000,
                 *           "reset_at": "2026-11-21T00:00:00.000Z",
                 *           "used": 800,
                 *           "waiting": 0
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/notification/v1/notifications",
                 *           "console": "https://tocsin.example.com/console/#/sending/quotas"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveQuotaExhausted: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "quota.exhausted",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "title": "The quota of webhook for the day is used up until 2026-11-21T00:00:00.000Z; 3 waiting",
                 *         "subject": {
                 *           "quota_id": "quota_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "protocol_id": "webhook",
                 *           "window": "day",
                 *           "limit": 1000,
                 *           "reset_at": "2026-11-21T00:00:00.000Z",
                 *           "used": 1000,
                 *           "waiting": 3
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/notification/v1/notifications",
                 *           "console": "https://tocsin.example.com/console/#/sending/quotas"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubscriptionFailing: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.failing",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "title": "The subscription on-call cannot be told: The receiver answered 500",
                 *         "subject": {
                 *           "subscription_id": "subscription_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "protocol_id": "webhook",
                 *           "name": "on-call",
                 *           "failures": 5,
                 *           "last_error": "The receiver answered 500"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/notification/v1/subscription/subscription_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/sending/subscriptions"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveOnCallGap: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "on_call.gap",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "title": "database: nobody is on call from 2026-11-21T00:00:00.000Z to 2026-11-21T08:00:00.000Z",
                 *         "subject": {
                 *           "on_call_id": "on_call_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "name": "database",
                 *           "starts_at": "2026-11-21T00:00:00.000Z",
                 *           "ends_at": "2026-11-21T08:00:00.000Z",
                 *           "reason": "NOBODY",
                 *           "gaps": 1
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/notification/v1/on-call/on_call_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/sending/subscriptions"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveOnCallFailing: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "on_call.failing",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "title": "database: the calendar cannot be read since 2026-11-20T10:00:00.000Z; nobody is on call by it",
                 *         "subject": {
                 *           "on_call_id": "on_call_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "name": "database",
                 *           "failing_since": "2026-11-20T10:00:00.000Z",
                 *           "last_error": "The server answered 404"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/notification/v1/on-call/on_call_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/sending/subscriptions"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveEscalationUnreached: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "escalation.unreached",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "title": "No step of the escalation production reached anybody: CPU of db-1 is high",
                 *         "subject": {
                 *           "escalation_id": "escalation_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "name": "production",
                 *           "cycle": 1,
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveAlertReminder: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "alert.reminder",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "alert": {
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "description": "The disk of db-1 will be full in about 6 hours.",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
                 *           "labels": {
                 *             "alertname": "DiskFull",
                 *             "instance": "db-1",
                 *             "team": "shop",
                 *             "environment": "production"
                 *           },
                 *           "links": [
                 *             {
                 *               "name": "runbook",
                 *               "url": "https://runbooks.example.com/disk"
                 *             },
                 *             {
                 *               "name": "dashboard",
                 *               "url": "https://grafana.example.com/d/disk"
                 *             }
                 *           ],
                 *           "source": {
                 *             "name": "prometheus-eu",
                 *             "plugin_id": "prometheus"
                 *           },
                 *           "started_at": "2026-11-20T10:00:00.000Z",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "opened_at": "2026-11-20T10:00:00.000Z",
                 *           "resolved_at": null,
                 *           "last_received_at": "2026-11-20T10:00:00.000Z",
                 *           "event_count": 1,
                 *           "duplicate_count": 0,
                 *           "resolved_after": null,
                 *           "acknowledged": false,
                 *           "acknowledged_at": null,
                 *           "acknowledged_by": null,
                 *           "comment": null,
                 *           "acknowledged_until": null,
                 *           "acknowledged_after": null,
                 *           "assignee": null,
                 *           "assigned_at": null,
                 *           "assigned_by": null,
                 *           "escalation": {
                 *             "step": null,
                 *             "next_at": null
                 *           },
                 *           "resolved_by": null,
                 *           "resolved_comment": null,
                 *           "quiet_until": null
                 *         },
                 *         "change": {
                 *           "state_before": "OPEN",
                 *           "state": "OPEN",
                 *           "severity_before": "ERROR",
                 *           "severity": "ERROR",
                 *           "event_id": null,
                 *           "actor": null,
                 *           "assignee": null,
                 *           "note_id": null,
                 *           "note": null,
                 *           "flapping": false
                 *         },
                 *         "event": null,
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "console": "https://tocsin.example.com/console/#/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveDigest: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "digest",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "subscription": {
                 *           "subscription_id": "subscription_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "name": "on-call"
                 *         },
                 *         "reason": "The quota of the day is nearly used up.",
                 *         "total": 1,
                 *         "resolved": 0,
                 *         "severity": "WARNING",
                 *         "by_severity": {
                 *           "WARNING": 1
                 *         },
                 *         "notifications": [
                 *           {
                 *             "notification_id": "notification_01kagexvhve0ya7d9z5kq5nh3m",
                 *             "kind": "alert.opened",
                 *             "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *             "severity": "WARNING",
                 *             "title": "Disk of db-1 is 85 % full",
                 *             "created_at": "2026-11-20T10:00:00.000Z"
                 *           }
                 *         ],
                 *         "links": {
                 *           "api": "https://tocsin.example.com/notification/v1/notifications",
                 *           "console": "https://tocsin.example.com/console/#/sending/notifications?digest_id=notification_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DigestNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveSubscriptionTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the request; a retry has the same id. */
                "webhook-id": string;
                /** @description The time of sending, in seconds since 1970. */
                "webhook-timestamp": string;
                /**
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is being replaced, a space and a second signature with the previous secret follow. Accept the request if one of the signatures matches.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": string;
                "user-agent": "tocsin";
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "subscription.test",
                 *       "timestamp": "2026-11-20T10:00:00.000Z",
                 *       "data": {
                 *         "subscription": {
                 *           "subscription_id": "subscription_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "name": "on-call"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TestNotification"];
            };
        };
        responses: {
            /** @description The notification fails, and the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification fails and is not retried, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The notification is retried for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
