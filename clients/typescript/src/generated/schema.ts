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
         * @description Creates a key for a user of a domain. Only this response contains the complete key.
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
         * @description Replaces the secret of a key. The key keeps its id, name and role. Only this response contains the complete new secret.
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
         * @description Counts the keys of the domain as defined by `query`. Without a query it counts the keys of each state.
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
         * @description Returns the domain, user and role of the key in use. The root key belongs to no domain and acts in any.
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
         * @description Returns the session that the cookie of the request stands for.
         */
        get: operations["getCurrentSession"];
        put?: never;
        /**
         * Sign in
         * @description Begins a session of a browser in one domain, which the cookie of the response stands for. It lasts 12 hours, and ends at once with its key. This and changes by a session need the header `X-Requested-With`. An `Origin` must be this service; to sign in, it may be missing.
         */
        post: operations["createSession"];
        /**
         * Sign out
         * @description Ends the session that the cookie of the request stands for.
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
         * @description Returns the sessions that last, newest first: all of the domain for administrators, else your own.
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
         * @description Ends a session on every process within a second: your own, or any of the domain as an administrator.
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
         * Get a token to sign in with
         * @description Returns a token for a link that signs in to the console: it begins one session as the holder of the key in use, within ten minutes.
         */
        post: operations["issueSignInToken"];
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
         * Get the ways to sign in
         * @description Returns how people can sign in to the console beside an API key.
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
         * Begin to sign in at the issuer
         * @description Begins the authorization code flow of OpenID Connect, with PKCE. The browser goes to `authorization_url`, comes back to `/console/` within ten minutes, and `POST /identity/v1/session` with what it came back with begins the session. A cookie ties all this to one browser. Needs the header `X-Requested-With`.
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
         * @description Changes the name, tags or settings of a webhook. Fields that are left out are not changed.
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
         * @description A worker runs the plugin of a webhook on its samples and on the last deliveries. With `Prefer: wait=N` (at most 30 seconds) the response contains the result (200).
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
         * @description Disables a webhook. Its URL answers 403 on every process within a second.
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
         * @description Server-Sent Events. Each message is an event as in the list. Each event is sent exactly once, in the order in which they became visible. To continue after an interruption, send the last id as `Last-Event-ID` (browsers do this automatically). `query` narrows the stream like a search; of `now` it takes the time of each event. For an id older than an hour the stream sends a `reset` event; list the missed events then. A query that takes too long ends with a `failed` event. A reader that does not keep up for 10 seconds is disconnected and can reconnect. On one process a key can have 20 streams open at a time, a domain 1,000 with 100 different queries (more: 429), and all together 2,000 (503).
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
         * @description Server-Sent Events. Each message is a change of an alert: the event is named after what happened (`alert.opened`, `alert.escalated`, `alert.acknowledged`, `alert.unacknowledged`, `alert.resolved`, `alert.reopened`, `alert.flapping`), and its data is an `AlertMessage`, with the alert as it is now. Each change is sent exactly once, those of an alert in the order in which they happened. Plain fields and `query` are compared with the alert as it is now. To continue after an interruption, send the last id as `Last-Event-ID` (browsers do this automatically). For an id older than a day the stream sends a `reset` event; list the alerts then. A query that takes too long ends with a `failed` event. The limits are those of the stream of events.
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
         * @description Returns a token for clients that cannot send a header, such as `EventSource` in a browser: `new EventSource("…/events/stream?token=" + token)`. For five minutes it opens streams of the domain, and nothing else. A stream stays open afterwards, until the key that was used here ends.
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
         * @description Says that somebody sees to an open alert. It stays open, and acknowledged until it is resolved or until the time given. Another acknowledgement replaces the one before.
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
         * Take back the acknowledgement of an alert
         * @description Nobody sees to the open alert any more.
         */
        put: operations["unacknowledgeAlert"];
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
         * @description Acknowledges the open alerts that `query` finds, at most 10,000. If it fails in the middle, send it again: what is acknowledged already is left as it is.
         */
        post: operations["acknowledgeAlerts"];
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
         * @description Creates the heartbeat of this name, which its source pings at `webhook_url` + `/heartbeat/{name}`, or changes what is given. When no ping comes for `expect_every` and `grace`, an alert opens, and the next ping resolves it. A new heartbeat waits for its first ping.
         */
        put: operations["putHeartbeat"];
        post?: never;
        /**
         * Delete a heartbeat
         * @description Deletes a heartbeat. Its pings are 404 from now on, and its alert is resolved if it is missing.
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
         * @description Counts the heartbeats of the domain as defined by `query`. Without a query it counts all.
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
         * @description Accepts a delivery at the URL of a webhook. The body is the payload in the format of the sender. The response is sent when the delivery is on disk. With `Prefer: wait=N` it is the processed delivery (200), if that takes at most N seconds. Senders that expect a specific response get it from their plugin instead of the receipt: PagerDuty Events its `dedup_key`, Event Grid its validation code.
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
         * @description Says that the source of a heartbeat is alive, with GET, POST or PUT at `webhook_url` + `/heartbeat/{name}`. A body is not needed and not kept. The response is sent when the ping is on disk; pings that arrive while the database is unavailable count as well. With `settings.heartbeats: "AUTO"` the first ping of a name creates its heartbeat.
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
         * @description Returns the sums over all domains by day of arrival. Deliveries: accepted = processed + quarantined + pending. Alarms: parsed = created + duplicate + ignored + quarantined. Requires the root key.
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
         * @description A worker runs the deliveries of a time range through the current plugin. Existing events are never changed. [Get a replay](#/Webhook/getReplay) returns the progress.
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
         * @description Ends a replay that is pending or running. What was replayed stays, and no further delivery is replayed. A replay that is over stays as it is.
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
         * Preview a payload
         * @description Runs a plugin on a payload and returns the resulting events. Nothing is stored.
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
         * Preview a payload at a webhook
         * @description Runs the plugin of a webhook on a payload, by default with its version and options. Nothing is stored.
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
         * @description Replaces the limit of a quota. The new limit applies immediately and includes existing usage.
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
         * @description Counts the quotas of the domain as defined by `query`. Without a query it counts all.
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
         * @description Returns the protocols that a subscription can have.
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
         * @description Sends the changes of matching alerts from now on. The response contains the signing secret, which is not shown again.
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
         * @description Changes the name, options, kinds or conditions of a subscription. Fields that are left out are not changed; others are replaced whole.
         */
        put: operations["updateSubscription"];
        post?: never;
        /**
         * Delete a subscription
         * @description Deletes a subscription and cancels what is waiting. Its notifications stay listed.
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
         * @description Sends what happens from now on, and what has been waiting since before.
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
         * @description Sends nothing any more. Changes of alerts make no notifications; what is waiting is kept for 24 hours.
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
         * @description Replaces the signing secret. For `grace_seconds` requests carry a signature of each. The response contains the new secret, which is not shown again.
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
         * @description Sends one test of type `subscription.test` now and returns the response to it. It takes a unit of the quota of the protocol.
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
         * @description Counts the subscriptions of the domain as defined by `query`. Without a query it counts those of each state.
         */
        post: operations["statSubscriptions"];
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
         * @description Counts the notifications of the domain as defined by `query`. Without a query it counts those of each state.
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
         * @description Sends a notification again under its id, after whatever is waiting for the same alert. One that is waiting itself is sent now. Protocols that tell only the newest state of an alert, such as `slack` and `pagerduty`, send only its newest notification again.
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
         * @description Returns by day how many changes of alerts of the domain were read, how many notifications were made of them, and what became of these: matched + after_silence = pending + held + sent + failed + superseded + silenced + cancelled. Digests and messages of the service itself are not counted.
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
         * @description A worker sends again what `query` finds, each notification under its id and those of an alert in their order; of protocols that tell only the newest state, the newest notification of each alert. [Get a resend](#/Notification/getResend) returns the progress.
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
         * @description Returns the state of a resend and the number of notifications that were queued. It is kept for 30 days.
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
         * @description Nothing more is queued; what was queued already is sent. A resend that is over stays as it is.
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
         * @description Changes of matching alerts make notifications with the state SILENCED until the silence ends. Then what is still open and was not told is told once.
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
         * @description Changes a silence, also one that has expired. Fields that are left out are not changed; conditions and windows are replaced whole. What it no longer silences is told.
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
         * @description Ends a silence now. What is still open and was not told is told.
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
         * @description Counts the silences of the domain as defined by `query`. Without a query it counts those of each state.
         */
        post: operations["statSilences"];
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
         * @description Returns which notifications a subscription would have sent of the changes of the last days, and how much of the quota. Other fields replace those of the subscription: then the response also compares both. Alerts are matched with the state and severity of each change. Nothing is sent or stored.
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
         * @description Returns the same of a subscription that is not created.
         */
        post: operations["previewDraftSubscription"];
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
         * @description Returns which changes of alerts of the last days a silence would have silenced, had it been in force. Alerts are matched with the state and severity of each change. Nothing is stored.
         */
        post: operations["previewSilence"];
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
         * Is the process alive?
         * @description Answers while the process is alive. If it does not, a supervisor should restart the process.
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
         * Can the process take requests?
         * @description Answers 200 if the database or the spool takes writes, the schema is up to date, there is room for deliveries, and the process is not stopping. Otherwise answers 503.
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
         * This document
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
         * This document as YAML
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
         * @description `POST <url>/parse` for every delivery of a webhook with the plugin `http`, and for its previews. Signed with the secret of the options by [Standard Webhooks](https://www.standardwebhooks.com). Refuse other requests. A response may take `timeout_ms` of the options (100 to 30000, default 5000) and 4 MiB; redirects are not followed. A request may be repeated and must get the same response.
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
         * @description `POST <url>/verify` when the plugin of such a webhook is verified. Signed with the secret of the options by [Standard Webhooks](https://www.standardwebhooks.com). Refuse other requests. A response may take `timeout_ms` of the options (100 to 30000, default 5000) and 4 MiB; redirects are not followed. A request may be repeated and must get the same response.
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
         */
        post: operations["receiveAlertEscalated"];
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
         */
        post: operations["receiveAlertFlapping"];
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
         */
        post: operations["receiveSubscriptionFailing"];
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
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
         * @description Posted by a subscription with the protocol `webhook`, signed by [Standard Webhooks](https://www.standardwebhooks.com). A request may be repeated under the same `webhook-id`. A response may take 10 seconds and 64 KiB; redirects are not followed.
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
            /** @example about:blank */
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
            /** @description For invalid input: the fields and what is wrong with them. */
            errors?: components["schemas"]["ProblemField"][];
        };
        /**
         * @description ADMIN (default): everything in its domain, MEMBER: everything except API keys, VIEWER: read only.
         * @enum {string}
         */
        APIKeyRole: "ADMIN" | "MEMBER" | "VIEWER";
        CreateAPIKeyRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
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
             * Format: date-time
             * @description The expiry time of the key. Default: never.
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
             * @description Complete only in the responses to creation and rotation; otherwise masked.
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
             * @description Accurate to a minute.
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
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
        };
        RotateAPIKeyRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
            /** @description How long the old key stays valid (default 0). */
            grace_seconds?: number;
        };
        Sort: {
            /**
             * @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots.
             * @example created_at
             */
            key: string;
            desc?: boolean | null;
        };
        Condition: components["schemas"]["LongCondition"] | components["schemas"]["ShortCondition"];
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
            /** @description Instead of start: the next_cursor of the previous page. Every page costs the same. */
            cursor?: string | null;
        };
        Unwind: {
            /**
             * @description A key of a list.
             * @example additional_info.hosts
             */
            path: string;
        };
        Query: {
            /**
             * @description All must match.
             * @example [
             *       {
             *         "k": "created_at",
             *         "v": "now/d - 7d",
             *         "o": "timediff_gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | null;
            /**
             * @description At least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /**
             * @description Words that must all occur in keyword fields of the resource.
             * @example
             */
            keyword?: string | null;
            page?: components["schemas"]["Page"] | null;
            /** @description One result per element of a list: the record, with the element in the place of the list. */
            unwind?: components["schemas"]["Unwind"] | null;
            /** @description `{key, desc}`, `{keys: […]}` or a list of `{key, desc}`. `{}` means the default order. */
            sort?: components["schemas"]["SortOrder"] | null;
            /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
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
             * @description Default: the domain of the key used; the root key must name it.
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
            /** @description Matches before paging. */
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
             * @description All must match.
             * @example [
             *       {
             *         "k": "created_at",
             *         "v": "now/d - 7d",
             *         "o": "timediff_gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | null;
            /**
             * @description At least one must match.
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
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of API keys of each state. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        StatisticsInfo: {
            /**
             * @description Rows, or values for distinct.
             * @example [
             *       {
             *         "count": 1
             *       }
             *     ]
             */
            results: (components["schemas"]["StatisticsRow"] | (string | number | boolean | unknown[] | null))[];
            /** @description Rows before paging, if page.limit is given. */
            total_count?: number;
        };
        CallerInfo: {
            /** @description Whether it is the root key, which acts in every domain. */
            root: boolean;
            /** @description The domain of the key. `null` for the root key. */
            domain_id: string | null;
            /** @description The user of the key. `null` for the root key. */
            user_id: string | null;
            role: components["schemas"]["APIKeyRole"];
            /**
             * @description `null` for the root key and for a token of an issuer.
             * @example api_key_01kagexvhve0ya7d9z5kq5nh3m
             */
            api_key_id: string | null;
        };
        CreateSessionRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @description The key to sign in with. The root key needs a `domain_id` as well. */
            api_key?: string | null;
            /** @description Instead of a key: a token of `POST /identity/v1/sign-in-token`. */
            sign_in_token?: string | null;
            /** @description Instead of a key: the query string that the issuer sent the browser back with, after `POST /identity/v1/session/authorization`. */
            authorization_response?: string | null;
        };
        SessionInfo: {
            /** @example session_01kagexvhve0ya7d9z5kq5nh3m */
            session_id: string;
            user_id: string;
            role: components["schemas"]["APIKeyRole"];
            /**
             * @description `null` when the session was begun with the root key or a token of the issuer.
             * @example api_key_01kagexvhve0ya7d9z5kq5nh3m
             */
            api_key_id: string | null;
            /**
             * @description The address that it was begun from.
             * @example 192.0.2.7
             */
            address: string;
            /**
             * @description The browser that it was begun in.
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
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
        };
        SessionQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            query?: components["schemas"]["Query"] | null;
            /** @example session_01kagexvhve0ya7d9z5kq5nh3m */
            session_id?: string | null;
            user_id?: string | null;
        };
        SessionsInfo: {
            /** @description Matches before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialSessionInfo"][];
        };
        SignInTokenInfo: {
            /** @description Begins one session, once. */
            token: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            expires_at: string;
        };
        SignInMethods: {
            /**
             * @description The issuer at which people may sign in; `null` when they need a key.
             * @example https://login.example.com/realms/ops
             */
            issuer: string | null;
        };
        AuthorizationInfo: {
            /** @description Where the browser goes next: the page of the issuer. */
            authorization_url: string;
            /**
             * Format: date-time
             * @description Until when the browser may come back.
             * @example 2026-11-20T10:00:00.000Z
             */
            expires_at: string;
        };
        EndpointQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
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
        EndpointsInfo: {
            /**
             * Format: int32
             * @description Matches before paging.
             */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["EndpointInfo"][];
        };
        AuditLogQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
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
             * @description null for the root key.
             * @example u-1
             */
            user_id?: string | null;
            /** @example api_key_01kagexvhve0ya7d9z5kq5nh3m */
            api_key_id?: string | null;
            /** @description Whether it was the root key. */
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
        AuditLogsInfo: {
            /** @description Matches before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["AuditLogInfo"][];
        };
        /**
         * @description Default AUTO.
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
             * @description Pins this version. Default: the latest.
             * @example 1.0.0
             */
            version?: string;
            /** @description Default AUTO. */
            upgrade_mode?: components["schemas"]["UpgradeMode"];
            /** @description Options as defined by the plugin's options schema. */
            options?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description The severity of alarms whose sender states none. AUTO (default): CRITICAL for a host or site that is down, ERROR for anything else that is down, NONE for the rest. Recoveries are left as they are.
         * @enum {string}
         */
        DefaultSeverity: "AUTO" | "CRITICAL" | "ERROR" | "WARNING" | "INFO" | "NOT_AVAILABLE" | "NONE";
        /**
         * @description How severe an alarm is, the most severe first. NOT_AVAILABLE and NONE: the sender states none.
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
             * @description How late one may be. Default 1m.
             * @example 1m
             */
            grace?: string;
            /** @description Of the alert while it is missing. Default CRITICAL. */
            severity?: components["schemas"]["Severity"];
        };
        /**
         * @description AUTO: the first ping of a name creates its heartbeat, with the terms of `heartbeat`, or 5m, 1m and CRITICAL. MANUAL (default): pings of unknown names are 404.
         * @enum {string}
         */
        HeartbeatsMode: "AUTO" | "MANUAL";
        HeartbeatOf: {
            /**
             * @description Alarms of this rule; `*` stands for any characters.
             * @example Watchdog
             */
            rule?: string;
            /**
             * @description Instead of `rule`: alarms of this event key; `*` stands for any characters.
             * @example watchdog-*
             */
            event_key?: string;
            /**
             * @description The heartbeat, which the first such alarm creates.
             * @example watchdog
             */
            name: string;
        };
        FlapTerms: {
            /**
             * @description Number of alerts of an event key.
             * @example 5
             */
            count: number;
            /**
             * @description Seconds within which they are opened.
             * @example 3600
             */
            window: number;
        };
        /**
         * @description STANDARD_WEBHOOKS (webhook-id, webhook-timestamp, webhook-signature), GITHUB (X-Hub-Signature-256), GRAFANA (X-Grafana-Alerting-Signature), SENTRY (Sentry-Hook-Signature), PAGERDUTY (X-PagerDuty-Signature): refused with 401 where it does not match. SNS: checked with the certificate of Amazon by the worker, quarantined.
         * @enum {string}
         */
        SignatureScheme: "NONE" | "STANDARD_WEBHOOKS" | "GITHUB" | "GRAFANA" | "SENTRY" | "PAGERDUTY" | "SNS";
        SignatureSettings: {
            /**
             * @description STANDARD_WEBHOOKS (webhook-id, webhook-timestamp, webhook-signature), GITHUB (X-Hub-Signature-256), GRAFANA (X-Grafana-Alerting-Signature), SENTRY (Sentry-Hook-Signature), PAGERDUTY (X-PagerDuty-Signature): refused with 401 where it does not match. SNS: checked with the certificate of Amazon by the worker, quarantined.
             * @example GITHUB
             */
            scheme: components["schemas"]["SignatureScheme"];
            /**
             * @description Write only, shown as `***`; `***` keeps the one at its place. Two while one replaces the other. None for SNS.
             * @example [
             *       "3f0c1b7e9a5d4c28"
             *     ]
             */
            secrets?: string[];
            /** @description Whether deliveries without a signature are refused too. Default true. */
            required?: boolean;
            /**
             * @description Seconds that a signed time may differ from the server's time. Default 300.
             * @example 300
             */
            tolerance?: number;
            /**
             * @description The header of the signature, if it is not the default (GITHUB, GRAFANA).
             * @example X-Grafana-Alerting-Signature
             */
            header?: string | null;
            /**
             * @description The header of the signed time, if Grafana is configured to send one.
             * @example X-Grafana-Alerting-Timestamp
             */
            timestamp_header?: string | null;
        };
        WebhookSettings: {
            /** @description Count repeats of an alarm instead of storing them. Default true. */
            deduplicate?: boolean;
            /**
             * @description Seconds without news after which an open alert closes as STALE. Default 30 days.
             * @example 2592000
             */
            stale_after?: number;
            /**
             * @description Deliveries per second, at least 1; -1 (default): no limit.
             * @example -1
             */
            max_rate?: number;
            /**
             * @description Deliveries that may wait to be processed, at least 1; -1 (default): no limit.
             * @example -1
             */
            max_backlog?: number;
            /**
             * @description The severity of alarms whose sender states none. AUTO (default): CRITICAL for a host or site that is down, ERROR for anything else that is down, NONE for the rest. Recoveries are left as they are.
             * @example AUTO
             */
            default_severity?: components["schemas"]["DefaultSeverity"];
            /** @description Opens an alert when the webhook gets no delivery for longer than this. null (default): silence is no alarm. */
            heartbeat?: components["schemas"]["HeartbeatTerms"] | null;
            /**
             * @description AUTO: the first ping of a name creates its heartbeat, with the terms of `heartbeat`, or 5m, 1m and CRITICAL. MANUAL (default): pings of unknown names are 404.
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
            /** @description When an event key that opens alerts again and again counts as flapping. Default: 5 alerts in an hour. null: never. */
            flap?: components["schemas"]["FlapTerms"] | null;
            /** @description How deliveries must be signed; replaces the whole object. Default: no signature. */
            signature?: components["schemas"]["SignatureSettings"];
        };
        CreateWebhookRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
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
            settings?: components["schemas"]["WebhookSettings"] | null;
        };
        /** @enum {string} */
        WebhookState: "NONE" | "ENABLED" | "DISABLED";
        PreviousAccessKey: {
            /**
             * Format: date-time
             * @description The key is valid until then.
             * @example 2026-11-20T10:00:00.000Z
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description When a sender last used the key, shown up to 20 seconds late. `null`: not yet.
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
            /** @description Secrets are shown as `***`. */
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
            /** @description Why the plugin of the webhook could not parse it. */
            reason: string;
        };
        HeldUpgrade: {
            /**
             * @description The newer version.
             * @example 2.0.0
             */
            version: string;
            /** @description Why it is worse. */
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
            /** @description Deliveries. */
            received_count: number;
            /** @description Deliveries that went to the quarantine. */
            failed_count: number;
            /** @description Of those, the ones that the quarantine had no room for. They are in the log for some days, and are replayed from there. */
            unkept_count: number;
            /** @description Deliveries that the plugin of the webhook could not read, or not all of, and plugin `auto` read instead. More than none: the plugin is another than the sender, or the sender has a new format. */
            fallback_count: number;
            /** @description The last fallback. */
            last_fallback: components["schemas"]["LastFallback"] | null;
            /** @description Deliveries answered 503 because the webhook was at `max_rate` or `max_backlog`, or it or its domain over a budget. */
            refused_count: number;
            /** @description Deliveries accepted and not yet processed. */
            backlog: number;
            /** @description Milliseconds that the oldest of them has waited. */
            lag_ms: number;
            last_error: string | null;
            /** @description The version that an AUTO webhook was not upgraded to, because it is worse. */
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
            /** @description Empty while PENDING. */
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
            /** @description A VIEWER gets only its last characters. */
            access_key: string;
            /**
             * Format: date-time
             * @description When a sender last used the access key, shown up to 20 seconds late. `null`: not yet.
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
            /** @description The last one requested. */
            verification: components["schemas"]["VerificationInfo"] | null;
            project_id: string;
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
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
            /** @example Alertmanager in Frankfurt */
            name?: string;
            /**
             * @description Replaces all.
             * @example {
             *       "team": "platform"
             *     }
             */
            tags?: {
                [key: string]: string;
            };
            /** @description Only the given settings are changed. */
            settings?: components["schemas"]["WebhookSettings"];
        };
        UpdateWebhookPluginRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description Pins this version (upgrade_mode becomes MANUAL).
             * @example 1.0.0
             */
            version?: string;
            upgrade_mode?: components["schemas"]["UpgradeMode"];
            /** @description Replaces all; a secret sent back as `***` is kept. */
            options?: {
                [key: string]: unknown;
            };
        };
        WebhookRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
        };
        RotateAccessKeyRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description Seconds that the old key stays valid beside the new one. Default 0.
             * @example 0
             */
            grace_seconds?: number;
        };
        WebhookQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            query?: components["schemas"]["Query"] | null;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string | null;
            name?: string | null;
            state?: components["schemas"]["WebhookState"] | null;
            /** @description The full value. */
            access_key?: string | null;
            /** @description The full value. */
            webhook_url?: string | null;
            project_id?: string | null;
        };
        WebhooksInfo: {
            /** @description Matches before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialWebhookInfo"][];
        };
        WebhookStatQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of webhooks of each state. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        /** @enum {string} */
        EventType: "ALERT" | "RECOVERY" | "ERROR";
        EventResource: {
            resource_id?: string | null;
            resource_type?: string | null;
            name?: string | null;
        };
        EventPluginInfo: {
            /** @example prometheus */
            plugin_id?: string;
            /** @example 1.0.0 */
            version?: string;
        };
        EventInfo: {
            /** @example event_01kagexvhve0ya7d9z5kq5nh3m */
            event_id?: string;
            /** @description What the sender pairs firing and resolved by. */
            event_key?: string;
            event_type?: components["schemas"]["EventType"];
            title?: string;
            description?: string;
            severity?: components["schemas"]["Severity"];
            rule?: string | null;
            resource?: components["schemas"]["EventResource"];
            provider?: string | null;
            account?: string | null;
            image_url?: string | null;
            /** @description The part of the payload that the event came from. */
            raw_data?: {
                [key: string]: unknown;
            };
            additional_info?: {
                [key: string]: unknown;
            };
            /**
             * @description The alert: an ALERT and its RECOVERY have the same.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string;
            project_id?: string;
            domain_id?: string;
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            delivery_id?: string;
            /** @description The plugin version that made the event. */
            plugin_info?: components["schemas"]["EventPluginInfo"];
            /**
             * Format: date-time
             * @description When it arrived.
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When it happened, as the sender says; the arrival where it does not.
             * @example 2026-11-20T10:00:00.000Z
             */
            occurred_at?: string;
            /**
             * Format: date-time
             * @description When it became visible here.
             * @example 2026-11-20T10:00:00.000Z
             */
            stored_at?: string;
        };
        EventQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @example event_01kagexvhve0ya7d9z5kq5nh3m */
            event_id?: string | null;
            /** @description What the sender pairs firing and resolved by. */
            event_key?: string | null;
            event_type?: components["schemas"]["EventType"] | null;
            severity?: components["schemas"]["Severity"] | null;
            resource_id?: string | null;
            provider?: string | null;
            account?: string | null;
            /**
             * @description The alert: an ALERT and its RECOVERY have the same.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string | null;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string | null;
            project_id?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        EventsInfo: {
            /** @description Matches before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["EventInfo"][];
        };
        EventStatQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
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
             * @description All must match.
             * @example [
             *       {
             *         "k": "created_at",
             *         "v": "now/d - 7d",
             *         "o": "timediff_gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][];
            /**
             * @description At least one must match.
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
        AlertMessageType: "alert.opened" | "alert.escalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping";
        /** @enum {string} */
        AlertState: "OPEN" | "RESOLVED";
        /** @enum {string} */
        ResolvedReason: "RECOVERY" | "STALE" | "WEBHOOK_DELETED";
        AlertInfo: {
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            alert_id?: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string;
            project_id?: string;
            domain_id?: string;
            /** @description What the sender pairs firing and resolved by. */
            event_key?: string;
            state?: components["schemas"]["AlertState"];
            resolved_reason?: components["schemas"]["ResolvedReason"] | null;
            /** @description Of the last event that is no recovery, as title and resource. */
            severity?: components["schemas"]["Severity"];
            title?: string;
            /**
             * @description Of the event that opened it; `null` also for alerts from before the upgrade to version 0.2.
             * @example NodeDown
             */
            rule?: string | null;
            resource?: components["schemas"]["EventResource"];
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
            /** @description Repeats that were counted and not stored. */
            duplicate_count?: number;
            /** @description Seconds from `opened_at` to `resolved_at`; `null` while it is open. */
            resolved_after?: number | null;
            /** @description Somebody has seen to it. A resolved alert keeps who did, and when. */
            acknowledged?: boolean;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            acknowledged_at?: string | null;
            /**
             * @description The user of the key, `root` for the root key, or the user of the sender.
             * @example jane@example.com
             */
            acknowledged_by?: string | null;
            /** @description Given with the acknowledgement. */
            comment?: string | null;
            /**
             * Format: date-time
             * @description When the acknowledgement ends; null: when the alert is resolved.
             * @example 2026-11-20T10:00:00.000Z
             */
            acknowledged_until?: string | null;
            /** @description Seconds from `opened_at` to `acknowledged_at`; `null` while it is not acknowledged. */
            acknowledged_after?: number | null;
        };
        AlertChange: {
            /** @description `null`: there was no alert before, or it is not known. */
            state_before: components["schemas"]["AlertState"] | null;
            state: components["schemas"]["AlertState"];
            /** @description `null`: there was no alert before, or it is not known. */
            severity_before: components["schemas"]["Severity"] | null;
            severity: components["schemas"]["Severity"];
            /**
             * @description The event that changed it, if one did.
             * @example event_01kagexvhve0ya7d9z5kq5nh3m
             */
            event_id: string | null;
            /** @description Who changed it. `null`: the sender, or the service. */
            actor: string | null;
            /** @description The event key is flapping, as one `alert.flapping` has told. */
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
             * @description When it happened.
             * @example 2026-11-20T10:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["AlertMessageData"];
        };
        StreamTokenRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
        };
        StreamTokenInfo: {
            /** @description A secret: for the query parameter `token` of a stream. */
            token: string;
            /**
             * Format: date-time
             * @description Until then it opens streams.
             * @example 2026-11-20T10:00:00.000Z
             */
            expires_at: string;
        };
        AcknowledgeAlertRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
            /** @description For whoever sees the alert. */
            comment?: string;
            /**
             * Format: date-time
             * @description When the acknowledgement ends, in the future. Default: when the alert is resolved.
             */
            until?: string;
            /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
            only?: string[];
        };
        UnacknowledgeAlertRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
            /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
            only?: string[];
        };
        MatchQuery: {
            /**
             * @description All must match.
             * @example [
             *       {
             *         "k": "created_at",
             *         "v": "now/d - 7d",
             *         "o": "timediff_gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][];
            /**
             * @description At least one must match.
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
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Which of the open alerts. */
            query: components["schemas"]["MatchQuery"];
            /** @description For whoever sees the alert. */
            comment?: string | null;
            /**
             * Format: date-time
             * @description When the acknowledgement ends, in the future. Default: when the alert is resolved.
             */
            until?: string | null;
        };
        AcknowledgedAlertsInfo: {
            /** @description Open alerts that the query finds. They are acknowledged now. */
            acknowledged_count: number;
        };
        AlertQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string | null;
            project_id?: string | null;
            /** @example alert_01kagexvhve0ya7d9z5kq5nh3m */
            alert_id?: string | null;
            /** @description What the sender pairs firing and resolved by. */
            event_key?: string | null;
            state?: components["schemas"]["AlertState"] | null;
            /** @description Of the last event that is no recovery, as title and resource. */
            severity?: components["schemas"]["Severity"] | null;
            /** @description Of the event that opened it; `null` also for alerts from before the upgrade to version 0.2. */
            rule?: string | null;
            /** @description Somebody has seen to it. A resolved alert keeps who did, and when. */
            acknowledged?: boolean | null;
            query?: components["schemas"]["Query"] | null;
        };
        AlertsInfo: {
            /** @description Matches before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["AlertInfo"][];
        };
        AlertStatQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
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
        PutHeartbeatRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description The longest time between two pings, from 10s to 40d. Required for a new heartbeat.
             * @example 5m
             */
            expect_every?: string;
            /**
             * @description How late a ping may be. Default 1m.
             * @example 1m
             */
            grace?: string;
            /** @description Of the alert while it is missing. Default CRITICAL. */
            severity?: components["schemas"]["Severity"];
        };
        /**
         * @description NEW until the first ping; it cannot be missing before.
         * @enum {string}
         */
        HeartbeatState: "NEW" | "ALIVE" | "MISSING";
        HeartbeatInfo: {
            /** @example heartbeat_01kagexvhve0ya7d9z5kq5nh3m */
            heartbeat_id: string;
            /**
             * @description Unique in its webhook; `*` is the heartbeat of `settings.heartbeat`, which any delivery pings.
             * @example backup
             */
            name: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id: string;
            /**
             * @description The longest time between two pings.
             * @example 5m
             */
            expect_every: string;
            /**
             * @description How late a ping may be.
             * @example 1m
             */
            grace: string;
            /** @description Of the alert while it is missing. */
            severity: components["schemas"]["Severity"];
            /** @description NEW until the first ping; it cannot be missing before. */
            state: components["schemas"]["HeartbeatState"];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_ping_at: string | null;
            /**
             * @description The alert, while it is missing.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id: string | null;
            project_id: string;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When `expect_every`, `grace` or `severity` was changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
        };
        HeartbeatQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string | null;
            project_id?: string | null;
            /** @description Unique in its webhook; `*` is the heartbeat of `settings.heartbeat`, which any delivery pings. */
            name?: string | null;
            /** @description NEW until the first ping; it cannot be missing before. */
            state?: components["schemas"]["HeartbeatState"] | null;
            /** @description Of the alert while it is missing. */
            severity?: components["schemas"]["Severity"] | null;
            query?: components["schemas"]["Query"] | null;
        };
        HeartbeatsInfo: {
            /** @description Matches before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialHeartbeatInfo"][];
        };
        HeartbeatStatQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the total number. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        CreateEventRequest: {
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id: string;
            /** @description The key of the webhook, the last part but one of its URL. */
            access_key: string;
            /** @description The payload of the monitoring system. */
            data: Record<string, unknown> | unknown[];
        };
        /** @enum {string} */
        DeliveryStatus: "ACCEPTED" | "PROCESSED" | "QUARANTINED";
        /** @enum {string} */
        Outcome: "ACKNOWLEDGED" | "CREATED" | "DUPLICATE" | "HEARTBEAT" | "IGNORED" | "QUARANTINED";
        DeliveryOutcome: {
            /** @description The place of the alarm in the payload, from 0. */
            index: number;
            outcome: components["schemas"]["Outcome"];
            /**
             * @description The event created, or the event that the alarm repeats.
             * @example event_01kagexvhve0ya7d9z5kq5nh3m
             */
            event_id: string | null;
            /**
             * @description The alert that the sender’s acknowledgement is about.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id: string | null;
            /** @description Of HEARTBEAT: the name of the heartbeat that was pinged. Of ACKNOWLEDGED: by whom, or `no longer acknowledged`. */
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
            /** @description Empty until it is processed. */
            outcomes: components["schemas"]["DeliveryOutcome"][];
        };
        /** @enum {string} */
        ReceiptStatus: "ACCEPTED";
        DeliveryReceipt: {
            /**
             * @description `GET /monitoring/v1/delivery/{delivery_id}` returns its outcome.
             * @example delivery_01kagexvhve0ya7d9z5kq5nh3m
             */
            delivery_id: string;
            /**
             * Format: date-time
             * @description When it arrived.
             * @example 2026-11-20T10:00:00.000Z
             */
            received_at: string;
            status: components["schemas"]["ReceiptStatus"];
        };
        ReplayDeliveryRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
        };
        LedgerDeliveries: {
            /** @description Acknowledged with a 202. */
            accepted: number;
            processed: number;
            /** @description Something in them could not be read. */
            quarantined: number;
            /** @description Still to be processed. */
            pending: number;
            /** @description Acknowledged deliveries that are missing after a fail-over of the database; not included in accepted. */
            lost: number;
        };
        LedgerAlarms: {
            /** @description What was found in the deliveries. */
            parsed: number;
            /** @description Became events. */
            created: number;
            /** @description Repeated one, and were counted on its alert. */
            duplicate: number;
            /** @description Are no alarms, like a test or an acknowledgement. */
            ignored: number;
            quarantined: number;
            /** @description Pings of heartbeats, which are no alarms and not in parsed. */
            heartbeat: number;
            /** @description What senders tell of acknowledgements, which are no alarms and not in parsed. */
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
            /** @description Newest first, at most 100. */
            losses: components["schemas"]["LedgerLossInfo"][];
            balanced: boolean;
        };
        /**
         * @description QUARANTINED: accepted, but not all of it became events. UNREADABLE: refused, because its body is neither JSON nor a form; it cannot be replayed.
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
            delivery_id?: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string;
            project_id?: string;
            domain_id?: string;
            /** @description QUARANTINED: accepted, but not all of it became events. UNREADABLE: refused, because its body is neither JSON nor a form; it cannot be replayed. */
            status?: components["schemas"]["QuarantineStatus"];
            /**
             * @description What is wrong with it: the first of it.
             * @example alerts: is missing
             */
            reason?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            received_at?: string;
            /** @description Empty if the body could not be parsed. */
            outcomes?: components["schemas"]["DeliveryOutcome"][];
            /** @example application/json */
            content_type?: string;
            /** @description The stored headers; never those with a secret. */
            headers?: {
                [key: string]: unknown;
            };
            /** @description The parameters of the address. */
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
            /** @description Of an UNREADABLE body only the first 64 KiB are kept. */
            body_truncated?: boolean;
        };
        QuarantineQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string | null;
            project_id?: string | null;
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            delivery_id?: string | null;
            /** @description QUARANTINED: accepted, but not all of it became events. UNREADABLE: refused, because its body is neither JSON nor a form; it cannot be replayed. */
            status?: components["schemas"]["QuarantineStatus"] | null;
            query?: components["schemas"]["Query"] | null;
        };
        QuarantineInfo: {
            /** @example delivery_01kagexvhve0ya7d9z5kq5nh3m */
            delivery_id?: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string;
            project_id?: string;
            domain_id?: string;
            /** @description QUARANTINED: accepted, but not all of it became events. UNREADABLE: refused, because its body is neither JSON nor a form; it cannot be replayed. */
            status?: components["schemas"]["QuarantineStatus"];
            /**
             * @description What is wrong with it: the first of it.
             * @example alerts: is missing
             */
            reason?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            received_at?: string;
        };
        QuarantinesInfo: {
            /** @description Matches before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["QuarantineInfo"][];
        };
        QuarantineStatQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
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
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * Format: date-time
             * @description The first arrival to be replayed.
             * @example 2026-11-20T10:00:00.000Z
             */
            from: string;
            /**
             * Format: date-time
             * @description The end, exclusive.
             * @example 2026-11-21T10:00:00.000Z
             */
            to: string;
            /** @description Only what is in quarantine (the default). Without, also what was ignored in deliveries that are still in the log. */
            quarantined_only?: boolean | null;
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
            /** @description Deliveries to be replayed; null before the start. */
            total_count: number | null;
            /** @description Deliveries replayed so far. */
            done_count: number;
            /** @description Events made. */
            event_count: number;
            /** @description Deliveries that the plugin now divides differently. They were not changed. */
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
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
        };
        PluginSummary: {
            /** @example prometheus */
            plugin_id: string;
            /** @example Prometheus Alertmanager */
            name: string;
            /** @example prometheus */
            provider: string;
            /**
             * @description The latest.
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
            /** @description As it is posted. */
            body: string;
            /** @description What it becomes. */
            expect: Record<string, unknown>[];
            /** @description Samples with the same value have the same event_key. */
            incident?: string;
        };
        PluginInfo: {
            /** @example prometheus */
            plugin_id: string;
            /** @example Prometheus Alertmanager */
            name: string;
            /** @example prometheus */
            provider: string;
            /**
             * @description The latest.
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
             * @description Of the alert that was acknowledged.
             * @example db-1
             */
            event_key: string;
            /** @description False: the acknowledgement was taken back. */
            acknowledged: boolean;
            /**
             * @description The sender's user.
             * @example Ada Lovelace
             */
            by: string | null;
            comment: string | null;
            /**
             * Format: date-time
             * @description The sender's time; the arrival where it states none.
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
            /** @description With ACKNOWLEDGED. */
            acknowledgement?: components["schemas"]["PreviewedAcknowledgement"];
            /** @description With IGNORED and ERROR. */
            reason?: string;
        };
        PluginPreview: {
            /** @example prometheus */
            plugin_id: string;
            /** @example 1.0.0 */
            version: string;
            /** @description In the order of the payload. */
            outcomes: components["schemas"]["PreviewedOutcome"][];
        };
        ComparePluginRequest: {
            /**
             * @description The version to compare with the current one.
             * @example 1.0.0
             */
            version: string;
            /** @example demo */
            domain_id?: string | null;
        };
        UnreadableCount: {
            /** @description With the current version. */
            version: number;
            compared_version: number;
        };
        /**
         * @description CHANGED: the same alarm with other fields. ADDED, REMOVED: only one version parses it.
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
            /** @description CHANGED: the same alarm with other fields. ADDED, REMOVED: only one version parses it. */
            difference: components["schemas"]["ReadingDifferenceKind"];
            event_key: string | null;
            /** @description Of what is unreadable. */
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
            /** @description Whether an alarm that is parsed now would not be. */
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
            /** @description AUTO would not upgrade to this version. */
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
             * @description Default: the domain of the key used; the root key must name it.
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
        };
        QuotaInfo: {
            /** @example quota_01kagexvhve0ya7d9z5kq5nh3m */
            quota_id: string;
            protocol_id: string;
            /** @description As given. */
            limit: components["schemas"]["QuotaLimit"];
            /** @description Values of the limit that are valid but probably not intended. */
            warnings: string[];
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
             * @description Default: the domain of the key used; the root key must name it.
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
        };
        QuotaQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
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
            /** @description Matches before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialQuotaInfo"][];
        };
        QuotaStatQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the total number. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        SimulateQuotaRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
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
        };
        SimulatedDay: {
            /** @example 2026-11-20 */
            day: string;
            /** @description Requested, whether granted or not. */
            demand: number;
            granted: number;
            refused: number;
        };
        QuotaSimulation: {
            limit: components["schemas"]["QuotaLimit"];
            warnings: string[];
            /** @description Days with stored usage. */
            days_simulated: number;
            demand: number;
            granted: number;
            refused: number;
            /** @description The days on which something would have been refused. */
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
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @example 1 */
            amount: number;
        };
        QuotaRemaining: {
            /** @description null: unlimited. */
            day: number | null;
            /** @description null: unlimited. */
            month: number | null;
        };
        ConsumptionInfo: {
            /** @example true */
            allowed: boolean;
            /**
             * @description For a release within 48 hours.
             * @example consumption_01kagexvhve0ya7d9z5kq5nh3m
             */
            consumption_id: string;
            remaining: components["schemas"]["QuotaRemaining"];
            /**
             * Format: date-time
             * @description When more can be had; null without a limit.
             * @example 2026-11-20T10:00:00.000Z
             */
            reset_at: string | null;
        };
        ConsumeProtocolRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description Without a quota the default limit applies.
             * @example email
             */
            protocol_id: string;
            /** @example 1 */
            amount: number;
        };
        ReleaseQuotaRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
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
        ReleaseInfo: {
            /** @example consumption_01kagexvhve0ya7d9z5kq5nh3m */
            consumption_id: string;
            released: number;
            /**
             * Format: date
             * @description The UTC day it was consumed on.
             * @example 2026-11-20
             */
            day: string;
            /** @description Now. */
            remaining: components["schemas"]["QuotaRemaining"];
        };
        ReleaseConsumptionRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
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
            /** @description Granted and not released. */
            consumed: number;
            /** @description Requested and not granted. */
            refused: number;
        };
        QuotaUsageInfo: {
            /** @example quota_01kagexvhve0ya7d9z5kq5nh3m */
            quota_id: string;
            protocol_id: string;
            limit: components["schemas"]["QuotaLimit"];
            /** @description Now. */
            remaining: components["schemas"]["QuotaRemaining"];
            /** @description Newest day first; days without requests are left out. */
            results: components["schemas"]["DayUsage"][];
            /** @description Days before paging. */
            total_count: number;
        };
        QuotaUsageStatQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
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
            /** @description Markdown. */
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
        SubscriptionGroup: {
            /**
             * @description 1 to 10 fields of the alert. Alerts with equal values of all of them are a group.
             * @example [
             *       "severity",
             *       "resource.name"
             *     ]
             */
            by: ("webhook_id" | "project_id" | "event_key" | "state" | "severity" | "title" | "resource.resource_id" | "resource.resource_type" | "resource.name" | "acknowledged" | "acknowledged_by")[];
            /**
             * @description Seconds that a first change waits for others.
             * @example 30
             */
            wait: number;
            /**
             * @description Seconds between two messages of a group.
             * @example 300
             */
            interval: number;
        };
        CreateSubscriptionRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description What to send. Default: all but `source.silent`, `source.back` and `delivery.quarantined`.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing")[] | null;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | null;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /** @description Sends changes of alerts that belong together as one digest. Default: each singly. null in an update: each singly from then on. Not for `relay`. */
            group?: components["schemas"]["SubscriptionGroup"] | null;
            /**
             * @description JSONata that makes the JSON to send. It is given the message: `type`, `timestamp` and `data`. Where it makes nothing, the message is sent as it is. Only for `webhook`. null in an update: the message as it is from then on.
             * @example { "text": data.alert.title & " is " & data.alert.state }
             */
            template?: string | null;
            /**
             * @description Unique in the project.
             * @example on-call
             */
            name: string;
            /** @example webhook */
            protocol_id: string;
            /**
             * @description As `options_schema` of the protocol says. `***` keeps a secret.
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
            /** @description Failed attempts in a row. From 5 on, single attempts are made with longer pauses. */
            failures: number;
            /** @description Why the last attempt failed. */
            last_error: string | null;
        };
        SubscriptionWithSecret: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @example on-call */
            name: string;
            state: components["schemas"]["SubscriptionState"];
            /** @description Why the service disabled it; null if a caller did, or it is enabled. */
            state_reason: string | null;
            /** @example webhook */
            protocol_id: string;
            /** @description Of the protocol. Secrets read `***`. */
            options: {
                [key: string]: unknown;
            };
            /** @description JSONata that makes what is sent; null: the message as it is. */
            template: string | null;
            /** @description What became of the last attempts. */
            health: components["schemas"]["SubscriptionHealth"];
            /**
             * Format: date-time
             * @description Until then requests are also signed with the signing secret before this one.
             * @example 2026-11-20T10:00:00.000Z
             */
            previous_secret_expires_at: string | null;
            /** @description Only alerts of this project; null: of all projects of the domain. */
            project_id: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When what callers set was changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
            /**
             * @description What is sent.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing"
             *     ]
             */
            kinds: ("alert.opened" | "alert.escalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing")[];
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
            /** @description What goes out together; null: each singly. */
            group: components["schemas"]["SubscriptionGroup"] | null;
            /**
             * @description What requests are signed with, shown this once; null if the protocol signs nothing.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            signing_secret: string | null;
        };
        UpdateSubscriptionRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description What to send. Default: all but `source.silent`, `source.back` and `delivery.quarantined`.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing")[];
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert.
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
            /** @description Sends changes of alerts that belong together as one digest. Default: each singly. null in an update: each singly from then on. Not for `relay`. */
            group?: components["schemas"]["SubscriptionGroup"] | null;
            /**
             * @description JSONata that makes the JSON to send. It is given the message: `type`, `timestamp` and `data`. Where it makes nothing, the message is sent as it is. Only for `webhook`. null in an update: the message as it is from then on.
             * @example { "text": data.alert.title & " is " & data.alert.state }
             */
            template?: string | null;
            /** @example on-call */
            name?: string;
            /**
             * @description As `options_schema` of the protocol says. `***` keeps a secret.
             * @example {
             *       "url": "https://example.com/alerts"
             *     }
             */
            options?: {
                [key: string]: unknown;
            };
        };
        SubscriptionInfo: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @example on-call */
            name: string;
            state: components["schemas"]["SubscriptionState"];
            /** @description Why the service disabled it; null if a caller did, or it is enabled. */
            state_reason: string | null;
            /** @example webhook */
            protocol_id: string;
            /** @description Of the protocol. Secrets read `***`. */
            options: {
                [key: string]: unknown;
            };
            /** @description JSONata that makes what is sent; null: the message as it is. */
            template: string | null;
            /** @description What became of the last attempts. */
            health: components["schemas"]["SubscriptionHealth"];
            /**
             * Format: date-time
             * @description Until then requests are also signed with the signing secret before this one.
             * @example 2026-11-20T10:00:00.000Z
             */
            previous_secret_expires_at: string | null;
            /** @description Only alerts of this project; null: of all projects of the domain. */
            project_id: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When what callers set was changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at: string;
            /**
             * @description What is sent.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing"
             *     ]
             */
            kinds: ("alert.opened" | "alert.escalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing")[];
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
            /** @description What goes out together; null: each singly. */
            group: components["schemas"]["SubscriptionGroup"] | null;
        };
        SubscriptionRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
        };
        RotateSigningSecretRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
            /**
             * @description Seconds that requests are also signed with the old secret. Default 0.
             * @example 0
             */
            grace_seconds?: number;
        };
        SubscriptionVerification: {
            /** @example true */
            ok: boolean;
            /**
             * @description Of the response; null without one.
             * @example 204
             */
            status: number | null;
            /** @description The beginning of the response. */
            answer: string | null;
            /** @description Why it failed. */
            reason: string | null;
            /**
             * @description Milliseconds.
             * @example 42
             */
            latency_ms: number;
        };
        SubscriptionQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id?: string | null;
            name?: string | null;
            state?: components["schemas"]["SubscriptionState"] | null;
            protocol_id?: string | null;
            /** @description Only alerts of this project; null: of all projects of the domain. */
            project_id?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        SubscriptionsInfo: {
            /** @description Matches before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialSubscriptionInfo"][];
        };
        SubscriptionStatQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of each state. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        /**
         * @description HELD: it waits for the quota, or for others to be sent with. SUPERSEDED: a newer change of the alert was sent instead. FAILED: it is not tried again, but can be resent. SILENCED: a silence held.
         * @enum {string}
         */
        NotificationState: "PENDING" | "HELD" | "SENT" | "FAILED" | "SUPERSEDED" | "SILENCED" | "CANCELLED";
        AttemptInfo: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            at: string;
            /**
             * @description Of the response; null without one.
             * @example 503
             */
            status: number | null;
            /** @example 42 */
            latency_ms: number | null;
            /** @description Why it failed; null for one that succeeded. */
            error: string | null;
            /** @description The beginning of the response. */
            answer: string | null;
        };
        NotificationDetails: {
            /**
             * @description Unchanging; sent as `webhook-id` with every attempt.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            notification_id: string;
            /** @example alert.opened */
            kind: string;
            /** @description HELD: it waits for the quota, or for others to be sent with. SUPERSEDED: a newer change of the alert was sent instead. FAILED: it is not tried again, but can be resent. SILENCED: a silence held. */
            state: components["schemas"]["NotificationState"];
            /** @description Why it is in this state. */
            reason: string | null;
            /**
             * @description What silenced it, or the alert before it was told.
             * @example silence_01kagexvhve0ya7d9z5kq5nh3m
             */
            silence_id: string | null;
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id: string;
            /** @example webhook */
            protocol_id: string;
            /**
             * @description null: it is not about one alert.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id: string | null;
            /**
             * @description The notification that this one was sent in, together with others.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            digest_id: string | null;
            /** @description Of the alert, after the change. */
            severity: components["schemas"]["Severity"];
            title: string;
            /** @description Attempts that came to an end. */
            attempt_count: number;
            /**
             * Format: date-time
             * @description After a failed attempt.
             * @example 2026-11-20T10:00:00.000Z
             */
            next_attempt_at: string | null;
            /** @description null: it is not about one project. */
            project_id: string | null;
            domain_id: string;
            /**
             * Format: date-time
             * @description When the alert changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            sent_at: string | null;
            /** @description The last 50, oldest first. */
            attempts: components["schemas"]["AttemptInfo"][];
        };
        NotificationQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description Unchanging; sent as `webhook-id` with every attempt.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            notification_id?: string | null;
            kind?: string | null;
            /** @description HELD: it waits for the quota, or for others to be sent with. SUPERSEDED: a newer change of the alert was sent instead. FAILED: it is not tried again, but can be resent. SILENCED: a silence held. */
            state?: components["schemas"]["NotificationState"] | null;
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id?: string | null;
            protocol_id?: string | null;
            /**
             * @description null: it is not about one alert.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string | null;
            /**
             * @description The notification that this one was sent in, together with others.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            digest_id?: string | null;
            /** @description Of the alert, after the change. */
            severity?: components["schemas"]["Severity"] | null;
            /**
             * @description What silenced it, or the alert before it was told.
             * @example silence_01kagexvhve0ya7d9z5kq5nh3m
             */
            silence_id?: string | null;
            /** @description null: it is not about one project. */
            project_id?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        NotificationInfo: {
            /**
             * @description Unchanging; sent as `webhook-id` with every attempt.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            notification_id?: string;
            /** @example alert.opened */
            kind?: string;
            /** @description HELD: it waits for the quota, or for others to be sent with. SUPERSEDED: a newer change of the alert was sent instead. FAILED: it is not tried again, but can be resent. SILENCED: a silence held. */
            state?: components["schemas"]["NotificationState"];
            /** @description Why it is in this state. */
            reason?: string | null;
            /**
             * @description What silenced it, or the alert before it was told.
             * @example silence_01kagexvhve0ya7d9z5kq5nh3m
             */
            silence_id?: string | null;
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id?: string;
            /** @example webhook */
            protocol_id?: string;
            /**
             * @description null: it is not about one alert.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string | null;
            /**
             * @description The notification that this one was sent in, together with others.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            digest_id?: string | null;
            /** @description Of the alert, after the change. */
            severity?: components["schemas"]["Severity"];
            title?: string;
            /** @description Attempts that came to an end. */
            attempt_count?: number;
            /**
             * Format: date-time
             * @description After a failed attempt.
             * @example 2026-11-20T10:00:00.000Z
             */
            next_attempt_at?: string | null;
            /** @description null: it is not about one project. */
            project_id?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @description When the alert changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            sent_at?: string | null;
        };
        NotificationsInfo: {
            /** @description Matches before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["NotificationInfo"][];
        };
        NotificationStatQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of each state. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        NotificationRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
        };
        NotificationLedgerOutcomes: {
            /** @description Not sent yet. */
            pending: number;
            /** @description Wait for the quota, or for others to be sent with. */
            held: number;
            sent: number;
            failed: number;
            /** @description A newer change of the alert was sent instead. */
            superseded: number;
            silenced: number;
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
            /** @description Notifications that were made of them, one for each matching subscription. */
            matched: number;
            /** @description Notifications that were made when a silence had ended. */
            after_silence: number;
            /** @description What became of them. */
            notifications: components["schemas"]["NotificationLedgerOutcomes"];
            /** @description Whether nothing is lost or duplicated. null: on that day a release was at work that did not count. */
            balanced: boolean | null;
        };
        NotificationLedgerInfo: {
            /** @description Newest first. */
            results: components["schemas"]["NotificationLedgerDayInfo"][];
            /** @description Whether no day is off balance. */
            balanced: boolean;
        };
        ResendNotificationsRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description Which notifications; it must have a condition.
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
        };
        /** @enum {string} */
        ResendState: "PENDING" | "RUNNING" | "DONE" | "FAILED" | "CANCELLED";
        ResendInfo: {
            /** @example resend_01kagexvhve0ya7d9z5kq5nh3m */
            resend_id: string;
            state: components["schemas"]["ResendState"];
            /**
             * @description As it was sent.
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
            /** @description What the query found when it was asked for; null if counting took too long. */
            total_count: number | null;
            /** @description Notifications found so far. */
            done_count: number;
            /** @description Of those, the ones that were queued. The rest was waiting anyhow, belongs to a digest that is sent instead, is not the newest of its alert where only that is told, or its subscription is disabled or deleted. */
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
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
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
             * @description The end, exclusive; on the next day unless it is later than `from`.
             * @example 06:00
             */
            to: string;
            /**
             * @description Of the IANA database.
             * @example Europe/Berlin
             */
            timezone: string;
        };
        CreateSilenceRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @example database upgrade */
            name: string;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. An empty list silences every alert.
             * @example [
             *       {
             *         "k": "title",
             *         "v": "database",
             *         "o": "contain"
             *       }
             *     ]
             */
            filter: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /**
             * @description A time, or a distance like `now + 1h`. Default: now.
             * @example now
             */
            starts_at?: string | null;
            /**
             * @description A time, or a distance. At most a year after `starts_at`.
             * @example now + 2h
             */
            ends_at: string;
            /**
             * @description Shown with what it silenced.
             * @example CHG-1234
             */
            reason: string;
            /** @description Silences only in these windows. */
            weekly?: components["schemas"]["SilenceWeekly"] | null;
        };
        /**
         * @description PENDING before `starts_at`, EXPIRED from `ends_at` on. An ACTIVE one silences only in its `weekly` windows.
         * @enum {string}
         */
        SilenceState: "PENDING" | "ACTIVE" | "EXPIRED";
        SilenceInfo: {
            /** @example silence_01kagexvhve0ya7d9z5kq5nh3m */
            silence_id: string;
            /** @example database upgrade */
            name: string;
            /** @description PENDING before `starts_at`, EXPIRED from `ends_at` on. An ACTIVE one silences only in its `weekly` windows. */
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
            /** @description Only in these windows; null: all the time. */
            weekly: components["schemas"]["SilenceWeekly"] | null;
        };
        UpdateSilenceRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
            /** @example database upgrade */
            name?: string;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. An empty list silences every alert.
             * @example [
             *       {
             *         "k": "title",
             *         "v": "database",
             *         "o": "contain"
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
             * @description A time, or a distance like `now + 1h`. Default: now.
             * @example now
             */
            starts_at?: string;
            /**
             * @description A time, or a distance. At most a year after `starts_at`.
             * @example now + 2h
             */
            ends_at?: string;
            /**
             * @description Shown with what it silenced.
             * @example CHG-1234
             */
            reason?: string;
            /** @description null: all the time. */
            weekly?: components["schemas"]["SilenceWeekly"] | null;
        };
        SilenceRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string;
        };
        SilenceQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @example silence_01kagexvhve0ya7d9z5kq5nh3m */
            silence_id?: string | null;
            name?: string | null;
            /** @description PENDING before `starts_at`, EXPIRED from `ends_at` on. An ACTIVE one silences only in its `weekly` windows. */
            state?: components["schemas"]["SilenceState"] | null;
            /** @description The user of the key, or `root` for the root key. */
            created_by?: string | null;
            query?: components["schemas"]["Query"] | null;
        };
        SilencesInfo: {
            /** @description Matches before paging. */
            total_count: number;
            /** @description Whether total_count is an estimate, because counting took too long. */
            total_count_estimated?: boolean;
            /** @description The cursor of the next page (`query.page.cursor`), if there is one. */
            next_cursor?: string;
            results: components["schemas"]["PartialSilenceInfo"][];
        };
        SilenceStatQuery: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /** @description Default: the number of each state. */
            query?: components["schemas"]["StatisticsQuery"] | null;
        };
        PreviewSubscriptionRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description What to send. Default: all but `source.silent`, `source.back` and `delivery.quarantined`.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing")[] | null;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | null;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /**
             * @description The last so many days.
             * @example 7
             */
            days: number;
        };
        PreviewedDay: {
            /**
             * @description UTC.
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
            /** @description Of the alert, after the change. */
            severity: components["schemas"]["Severity"];
            title: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            changed_at: string;
        };
        PreviewedQuota: {
            /** @description In force now. */
            limit: components["schemas"]["QuotaLimit"];
            /** @description Units, if nobody else used any. */
            refused: number;
            /**
             * @description The window that ended first; null: none.
             * @enum {string|null}
             */
            exceeded: "day" | "month" | null;
            /**
             * Format: date-time
             * @description The first notification that was too many.
             * @example 2026-11-20T10:00:00.000Z
             */
            exceeded_at: string | null;
            /** @description The days on which something would have been refused. */
            days: components["schemas"]["SimulatedDay"][];
        };
        SubscriptionDifference: {
            /** @description Notifications of the subscription as it is. */
            present: number;
            /** @description What it sends and the draft would not. */
            missing: number;
            /** @description What the draft would send and it does not. */
            additional: number;
            /** @description The oldest 50. */
            first_missing: components["schemas"]["PreviewedChange"][];
            /** @description The oldest 50. */
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
            /** @description Days on which there is something. */
            days: components["schemas"]["PreviewedDay"][];
            by_severity: components["schemas"]["SeverityCounts"];
            /** @description The oldest 50. */
            first: components["schemas"]["PreviewedChange"][];
            notifications: number;
            /** @description Units of the quota, if no attempt fails. */
            units: number;
            /** @description What the quota in force would have refused. */
            quota: components["schemas"]["PreviewedQuota"];
            /** @description To the subscription as it is; null without other fields. */
            difference: components["schemas"]["SubscriptionDifference"] | null;
        };
        PreviewSubscriptionDraftRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description What to send. Default: all but `source.silent`, `source.back` and `delivery.quarantined`.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing")[] | null;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. Default: every alert.
             * @example [
             *       {
             *         "k": "severity",
             *         "v": "ERROR",
             *         "o": "gte"
             *       }
             *     ]
             */
            filter?: components["schemas"]["Condition"][] | null;
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /**
             * @description The last so many days.
             * @example 7
             */
            days: number;
            /** @example webhook */
            protocol_id: string;
            /** @description Only alerts of this project. Default: of all projects. */
            project_id?: string | null;
        };
        PreviewSilenceRequest: {
            /**
             * @description Default: the domain of the key used; the root key must name it.
             * @example demo
             */
            domain_id?: string | null;
            /**
             * @description The last so many days.
             * @example 7
             */
            days: number;
            /**
             * @description Conditions on the alert that must all match, as in a search of alerts. An empty list silences every alert.
             * @example [
             *       {
             *         "k": "title",
             *         "v": "database",
             *         "o": "contain"
             *       }
             *     ]
             */
            filter: components["schemas"]["Condition"][];
            /**
             * @description Conditions of which at least one must match.
             * @example []
             */
            filter_or?: components["schemas"]["Condition"][] | null;
            /** @description Silences only in these windows. */
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
            /** @description Days on which there is something. */
            days: components["schemas"]["PreviewedDay"][];
            by_severity: components["schemas"]["SeverityCounts"];
            /** @description The oldest 50. */
            first: components["schemas"]["PreviewedChange"][];
            /** @description Changes of alerts, whoever would have been told. */
            changes: number;
        };
        /** @enum {string} */
        HealthStatus: "ok";
        HealthInfo: {
            status: components["schemas"]["HealthStatus"];
        };
        /**
         * @description Whether the database takes writes. If not, deliveries are kept in the spool, and alerts are not updated.
         * @enum {string}
         */
        DatabaseState: "ok" | "unavailable";
        /**
         * @description Whether deliveries wait in the spool of the process. `health.backlog` of webhooks does not count them.
         * @enum {string}
         */
        SpoolState: "empty" | "in_use";
        ReadyInfo: {
            status: components["schemas"]["HealthStatus"];
            /** @description Whether the database takes writes. If not, deliveries are kept in the spool, and alerts are not updated. */
            database: components["schemas"]["DatabaseState"];
            /** @description Whether deliveries wait in the spool of the process. `health.backlog` of webhooks does not count them. */
            spool: components["schemas"]["SpoolState"];
        };
        RemoteDelivery: {
            /**
             * @description JSON with all digits of numbers, a form as an object of texts, anything else as text.
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
             * @description The parameters of the address.
             * @example {}
             */
            query: {
                [key: string]: unknown;
            };
            /** @description The part of the path after `/events`. */
            path_suffix: string;
            /**
             * Format: date-time
             * @description When it arrived.
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
         * @description `start`: of a RECOVERY whose `occurred_at` is when the problem began. Such a time does not order events. Default: `change`.
         * @enum {string}
         */
        OccurredAtIs: "change" | "start";
        RemoteEvent: {
            /**
             * @description The same for firing and recovery.
             * @example db-1
             */
            event_key: string;
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
             * @description With its zone; of a RECOVERY when it was over. Of two events of a key the newer one by this time has the last word. Default: the arrival.
             * @example 2026-11-20T10:00:00.000Z
             */
            occurred_at?: string | null;
            /** @description `start`: of a RECOVERY whose `occurred_at` is when the problem began. Such a time does not order events. Default: `change`. */
            occurred_at_is?: components["schemas"]["OccurredAtIs"] | null;
            additional_info?: {
                [key: string]: unknown;
            } | null;
            /** @description Default: the part of the body at `pointer`. */
            raw_data?: string | number | boolean | unknown[] | Record<string, unknown>;
            /**
             * @description JSON pointer of the part of the body it came from, which tells the alarms of one delivery apart.
             * @example
             */
            pointer?: string | null;
        };
        RemoteAcknowledgement: {
            /**
             * @description That of the events of the alert.
             * @example db-1
             */
            event_key: string;
            /** @description Default: true. False: the acknowledgement was taken back. */
            acknowledged?: boolean | null;
            /**
             * @description The sender's user.
             * @example Ada Lovelace
             */
            by?: string | null;
            comment?: string | null;
            /**
             * Format: date-time
             * @description With its zone. Default: the arrival.
             * @example 2026-11-20T10:00:00.000Z
             */
            occurred_at?: string | null;
            /**
             * @description As that of an event.
             * @example
             */
            pointer?: string | null;
        };
        RemoteOutcome: {
            outcome: components["schemas"]["PreviewedOutcomeKind"];
            /** @description With EVENT. */
            event?: components["schemas"]["RemoteEvent"];
            /** @description With ACKNOWLEDGED. */
            acknowledgement?: components["schemas"]["RemoteAcknowledgement"];
            /**
             * @description With IGNORED and ERROR.
             * @example a heartbeat
             */
            reason?: string;
            /**
             * @description With IGNORED and ERROR: as that of an event.
             * @example
             */
            pointer?: string;
        };
        ParseDeliveryAnswer: {
            /**
             * @description In the order of the payload. An invalid one does not affect the others.
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
        NotificationLinks: {
            /**
             * @description The record in the API.
             * @example https://tocsin.example.com/monitoring/v1/alert/alert_…
             */
            api: string;
            /**
             * @description The page for people.
             * @example https://tocsin.example.com/console/
             */
            console?: string;
        };
        AlertNotificationData: {
            /** @description The alert as it was when the change was read, with the `state` and `severity` that the change left it with. */
            alert: components["schemas"]["AlertInfo"];
            change: components["schemas"]["AlertChange"];
            links: components["schemas"]["NotificationLinks"];
        };
        AlertNotification: {
            type: components["schemas"]["AlertMessageType"];
            /**
             * Format: date-time
             * @description When it happened.
             * @example 2026-11-20T10:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["AlertNotificationData"];
        };
        /** @enum {string} */
        ServiceMessageType: "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing";
        ServiceNotificationData: {
            /**
             * @description One line.
             * @example Protocol webhook has used 80 % of its quota
             */
            title: string;
            /**
             * @description What it is about; its fields depend on the type.
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
             * @description When it happened.
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
             * @description Why they come together.
             * @example The quota is nearly used up
             */
            reason: string;
            /**
             * @description Notifications that it stands for.
             * @example 312
             */
            total: number;
            /**
             * @description How many of each severity.
             * @example {
             *       "WARNING": 312
             *     }
             */
            by_severity: {
                [key: string]: unknown;
            };
            /** @description The first 50, the most severe first. */
            notifications: components["schemas"]["DigestedNotification"][];
            links: components["schemas"]["NotificationLinks"];
        };
        DigestNotification: {
            type: components["schemas"]["DigestMessageType"];
            /**
             * Format: date-time
             * @description When it was made.
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
             * @description When it was made.
             * @example 2026-11-20T10:00:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["TestNotificationData"];
        };
        /** @enum {string} */
        Operator: "eq" | "not" | "in" | "not_in" | "lt" | "lte" | "gt" | "gte" | "contain" | "not_contain" | "contain_in" | "not_contain_in" | "regex" | "regex_in" | "datetime_lt" | "datetime_lte" | "datetime_gt" | "datetime_gte" | "timediff_lt" | "timediff_lte" | "timediff_gt" | "timediff_gte" | "exists" | "match";
        /** @description What to compare with; a list for `in` and the like. */
        ConditionValue: string | number | boolean | {
            [key: string]: unknown;
        } | unknown[] | null;
        LongCondition: {
            /**
             * @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots.
             * @example severity
             */
            key: string;
            value?: components["schemas"]["ConditionValue"];
            /** @example eq */
            operator: components["schemas"]["Operator"];
        };
        ShortCondition: {
            /**
             * @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots.
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
        SortOrder: components["schemas"]["Sort"] | components["schemas"]["SortKeys"] | components["schemas"]["Sort"][];
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
                /** @description Keys of the group before to leave out: all, or those of a list. */
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
            /** @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots. */
            key: string;
            /** @description The name in the result. */
            name?: string;
            /** @description A part of a time (`year`, `month`, `day`, `hour`), or a pattern like `%Y-%m-%d`. */
            date_format?: string;
            /** @description Of the date_format, like `Europe/Berlin`. Default: UTC. */
            time_zone?: string;
        };
        ShortGroupKey: {
            /** @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots. */
            k: string;
            /** @description The name in the result. */
            n?: string;
            /** @description A part of a time (`year`, `month`, `day`, `hour`), or a pattern like `%Y-%m-%d`. */
            date_format?: string;
            /** @description Of the date_format, like `Europe/Berlin`. Default: UTC. */
            time_zone?: string;
        };
        /** @enum {string} */
        GroupOperator: "count" | "sum" | "average" | "percentile" | "max" | "min" | "first" | "last" | "push" | "add_to_set" | "merge_objects";
        GroupField: components["schemas"]["LongGroupField"] | components["schemas"]["ShortGroupField"];
        LongGroupField: {
            /** @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots. */
            key?: string;
            /** @description The name in the result. */
            name: string;
            operator: components["schemas"]["GroupOperator"];
            /** @description Rows that count. All must match. */
            conditions?: components["schemas"]["Condition"][];
            /** @description What `push` collects, instead of key. */
            fields?: components["schemas"]["GroupMember"][];
            /**
             * @description Which one `percentile` calculates: 50 is the median.
             * @example 90
             */
            percentile?: number;
        };
        ShortGroupField: {
            /** @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots. */
            k?: string;
            /** @description The name in the result. */
            n: string;
            o: components["schemas"]["GroupOperator"];
            /** @description Rows that count. All must match. */
            conditions?: components["schemas"]["Condition"][];
            /** @description What `push` collects, instead of key. */
            fields?: components["schemas"]["GroupMember"][];
            /**
             * @description Which one `percentile` calculates: 50 is the median.
             * @example 90
             */
            percentile?: number;
        };
        GroupMember: components["schemas"]["LongGroupMember"] | components["schemas"]["ShortGroupMember"];
        LongGroupMember: {
            /** @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots. */
            key: string;
            /** @description The name in the result. */
            name?: string;
        };
        ShortGroupMember: {
            /** @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots. */
            k: string;
            /** @description The name in the result. */
            n?: string;
        };
        MatchFilter: {
            /** @description All must match. */
            filter?: components["schemas"]["Condition"][];
            /** @description At least one must match. */
            filter_or?: components["schemas"]["Condition"][];
        };
        /** @enum {string} */
        ProjectOperator: "size" | "add" | "subtract" | "multiply" | "divide" | "array_to_object" | "object_to_array";
        ProjectField: components["schemas"]["LongProjectField"] | components["schemas"]["ShortProjectField"];
        LongProjectField: {
            /** @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots. */
            key?: string;
            /** @description The name in the result. */
            name?: string;
            operator?: components["schemas"]["ProjectOperator"];
            /** @description What to calculate with, in this order. */
            fields?: components["schemas"]["Operand"][];
        };
        ShortProjectField: {
            /** @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots. */
            k?: string;
            /** @description The name in the result. */
            n?: string;
            o?: components["schemas"]["ProjectOperator"];
            /** @description What to calculate with, in this order. */
            fields?: components["schemas"]["Operand"][];
        };
        Operand: number | string | {
            /** @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots. */
            key: string;
        } | {
            /** @description A field of the record; dots select fields of objects, `["a.b"]` a key with dots. */
            k: string;
        };
        /** @description What the monitoring system posts. */
        SenderPayload: {
            [key: string]: unknown;
        } | unknown[];
        /** @description A value for each column. */
        StatisticsRow: {
            [key: string]: string | number | boolean | {
                [key: string]: unknown;
            } | unknown[] | null;
        };
        /** @description A APIKeyInfo of which only some fields may have been asked for. */
        PartialAPIKeyInfo: {
            /** @example api_key_01kagexvhve0ya7d9z5kq5nh3m */
            api_key_id?: string;
            /**
             * @description Complete only in the responses to creation and rotation; otherwise masked.
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
             * @description Accurate to a minute.
             * @example 2026-11-20T10:00:00.000Z
             */
            last_accessed_at?: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
        };
        /** @description A SessionInfo of which only some fields may have been asked for. */
        PartialSessionInfo: {
            /** @example session_01kagexvhve0ya7d9z5kq5nh3m */
            session_id?: string;
            user_id?: string;
            role?: components["schemas"]["APIKeyRole"];
            /**
             * @description `null` when the session was begun with the root key or a token of the issuer.
             * @example api_key_01kagexvhve0ya7d9z5kq5nh3m
             */
            api_key_id?: string | null;
            /**
             * @description The address that it was begun from.
             * @example 192.0.2.7
             */
            address?: string;
            /**
             * @description The browser that it was begun in.
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
        /** @description A WebhookInfo of which only some fields may have been asked for. */
        PartialWebhookInfo: {
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string;
            name?: string;
            state?: components["schemas"]["WebhookState"];
            /** @description A VIEWER gets only its last characters. */
            access_key?: string;
            /**
             * Format: date-time
             * @description When a sender last used the access key, shown up to 20 seconds late. `null`: not yet.
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
            /** @description The last one requested. */
            verification?: components["schemas"]["PartialVerificationInfo"] | null;
            project_id?: string;
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
        /** @description A PreviousAccessKey of which only some fields may have been asked for. */
        PartialPreviousAccessKey: {
            /**
             * Format: date-time
             * @description The key is valid until then.
             * @example 2026-11-20T10:00:00.000Z
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description When a sender last used the key, shown up to 20 seconds late. `null`: not yet.
             * @example 2026-11-20T10:00:00.000Z
             */
            last_used_at?: string | null;
        };
        /** @description A WebhookPluginInfo of which only some fields may have been asked for. */
        PartialWebhookPluginInfo: {
            /** @example prometheus */
            plugin_id?: string;
            /**
             * @description The current version.
             * @example 1.0.0
             */
            version?: string;
            upgrade_mode?: components["schemas"]["UpgradeMode"];
            /** @description Secrets are shown as `***`. */
            options?: {
                [key: string]: unknown;
            };
        };
        /** @description A WebhookSettings of which only some fields may have been asked for. */
        PartialWebhookSettings: {
            /** @description Count repeats of an alarm instead of storing them. Default true. */
            deduplicate?: boolean;
            /**
             * @description Seconds without news after which an open alert closes as STALE. Default 30 days.
             * @example 2592000
             */
            stale_after?: number;
            /**
             * @description Deliveries per second, at least 1; -1 (default): no limit.
             * @example -1
             */
            max_rate?: number;
            /**
             * @description Deliveries that may wait to be processed, at least 1; -1 (default): no limit.
             * @example -1
             */
            max_backlog?: number;
            /**
             * @description The severity of alarms whose sender states none. AUTO (default): CRITICAL for a host or site that is down, ERROR for anything else that is down, NONE for the rest. Recoveries are left as they are.
             * @example AUTO
             */
            default_severity?: components["schemas"]["DefaultSeverity"];
            /** @description Opens an alert when the webhook gets no delivery for longer than this. null (default): silence is no alarm. */
            heartbeat?: components["schemas"]["PartialHeartbeatTerms"] | null;
            /**
             * @description AUTO: the first ping of a name creates its heartbeat, with the terms of `heartbeat`, or 5m, 1m and CRITICAL. MANUAL (default): pings of unknown names are 404.
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
            /** @description When an event key that opens alerts again and again counts as flapping. Default: 5 alerts in an hour. null: never. */
            flap?: components["schemas"]["PartialFlapTerms"] | null;
            /** @description How deliveries must be signed; replaces the whole object. Default: no signature. */
            signature?: components["schemas"]["PartialSignatureSettings"];
        };
        /** @description A HeartbeatTerms of which only some fields may have been asked for. */
        PartialHeartbeatTerms: {
            /**
             * @description The longest time between two deliveries.
             * @example 5m
             */
            expect_every?: string;
            /**
             * @description How late one may be. Default 1m.
             * @example 1m
             */
            grace?: string;
            /** @description Of the alert while it is missing. Default CRITICAL. */
            severity?: components["schemas"]["Severity"];
        };
        /** @description A HeartbeatOf of which only some fields may have been asked for. */
        PartialHeartbeatOf: {
            /**
             * @description Alarms of this rule; `*` stands for any characters.
             * @example Watchdog
             */
            rule?: string;
            /**
             * @description Instead of `rule`: alarms of this event key; `*` stands for any characters.
             * @example watchdog-*
             */
            event_key?: string;
            /**
             * @description The heartbeat, which the first such alarm creates.
             * @example watchdog
             */
            name?: string;
        };
        /** @description A FlapTerms of which only some fields may have been asked for. */
        PartialFlapTerms: {
            /**
             * @description Number of alerts of an event key.
             * @example 5
             */
            count?: number;
            /**
             * @description Seconds within which they are opened.
             * @example 3600
             */
            window?: number;
        };
        /** @description A SignatureSettings of which only some fields may have been asked for. */
        PartialSignatureSettings: {
            /**
             * @description STANDARD_WEBHOOKS (webhook-id, webhook-timestamp, webhook-signature), GITHUB (X-Hub-Signature-256), GRAFANA (X-Grafana-Alerting-Signature), SENTRY (Sentry-Hook-Signature), PAGERDUTY (X-PagerDuty-Signature): refused with 401 where it does not match. SNS: checked with the certificate of Amazon by the worker, quarantined.
             * @example GITHUB
             */
            scheme?: components["schemas"]["SignatureScheme"];
            /**
             * @description Write only, shown as `***`; `***` keeps the one at its place. Two while one replaces the other. None for SNS.
             * @example [
             *       "3f0c1b7e9a5d4c28"
             *     ]
             */
            secrets?: string[];
            /** @description Whether deliveries without a signature are refused too. Default true. */
            required?: boolean;
            /**
             * @description Seconds that a signed time may differ from the server's time. Default 300.
             * @example 300
             */
            tolerance?: number;
            /**
             * @description The header of the signature, if it is not the default (GITHUB, GRAFANA).
             * @example X-Grafana-Alerting-Signature
             */
            header?: string | null;
            /**
             * @description The header of the signed time, if Grafana is configured to send one.
             * @example X-Grafana-Alerting-Timestamp
             */
            timestamp_header?: string | null;
        };
        /** @description A WebhookHealth of which only some fields may have been asked for. */
        PartialWebhookHealth: {
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_received_at?: string | null;
            /** @description Deliveries. */
            received_count?: number;
            /** @description Deliveries that went to the quarantine. */
            failed_count?: number;
            /** @description Of those, the ones that the quarantine had no room for. They are in the log for some days, and are replayed from there. */
            unkept_count?: number;
            /** @description Deliveries that the plugin of the webhook could not read, or not all of, and plugin `auto` read instead. More than none: the plugin is another than the sender, or the sender has a new format. */
            fallback_count?: number;
            /** @description The last fallback. */
            last_fallback?: components["schemas"]["PartialLastFallback"] | null;
            /** @description Deliveries answered 503 because the webhook was at `max_rate` or `max_backlog`, or it or its domain over a budget. */
            refused_count?: number;
            /** @description Deliveries accepted and not yet processed. */
            backlog?: number;
            /** @description Milliseconds that the oldest of them has waited. */
            lag_ms?: number;
            last_error?: string | null;
            /** @description The version that an AUTO webhook was not upgraded to, because it is worse. */
            upgrade?: components["schemas"]["PartialHeldUpgrade"] | null;
        };
        /** @description A LastFallback of which only some fields may have been asked for. */
        PartialLastFallback: {
            /**
             * Format: date-time
             * @description When the delivery arrived.
             * @example 2026-11-20T10:00:00.000Z
             */
            at?: string;
            /** @description Why the plugin of the webhook could not parse it. */
            reason?: string;
        };
        /** @description A HeldUpgrade of which only some fields may have been asked for. */
        PartialHeldUpgrade: {
            /**
             * @description The newer version.
             * @example 2.0.0
             */
            version?: string;
            /** @description Why it is worse. */
            reason?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            checked_at?: string;
        };
        /** @description A VerificationInfo of which only some fields may have been asked for. */
        PartialVerificationInfo: {
            /** @example verification_01kagexvhve0ya7d9z5kq5nh3m */
            verification_id?: string;
            state?: components["schemas"]["VerificationState"];
            /**
             * @description The plugin version that was tested.
             * @example 1.0.0
             */
            version?: string;
            /** @description Empty while PENDING. */
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
        /** @description A HeartbeatInfo of which only some fields may have been asked for. */
        PartialHeartbeatInfo: {
            /** @example heartbeat_01kagexvhve0ya7d9z5kq5nh3m */
            heartbeat_id?: string;
            /**
             * @description Unique in its webhook; `*` is the heartbeat of `settings.heartbeat`, which any delivery pings.
             * @example backup
             */
            name?: string;
            /** @example webhook_01kagexvhve0ya7d9z5kq5nh3m */
            webhook_id?: string;
            /**
             * @description The longest time between two pings.
             * @example 5m
             */
            expect_every?: string;
            /**
             * @description How late a ping may be.
             * @example 1m
             */
            grace?: string;
            /** @description Of the alert while it is missing. */
            severity?: components["schemas"]["Severity"];
            /** @description NEW until the first ping; it cannot be missing before. */
            state?: components["schemas"]["HeartbeatState"];
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            last_ping_at?: string | null;
            /**
             * @description The alert, while it is missing.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string | null;
            project_id?: string;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When `expect_every`, `grace` or `severity` was changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
        };
        /** @description A QuotaInfo of which only some fields may have been asked for. */
        PartialQuotaInfo: {
            /** @example quota_01kagexvhve0ya7d9z5kq5nh3m */
            quota_id?: string;
            protocol_id?: string;
            /** @description As given. */
            limit?: components["schemas"]["PartialQuotaLimit"];
            /** @description Values of the limit that are valid but probably not intended. */
            warnings?: string[];
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
        /** @description A QuotaLimit of which only some fields may have been asked for. */
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
        /** @description A ProtocolInfo of which only some fields may have been asked for. */
        PartialProtocolInfo: {
            /** @example webhook */
            protocol_id?: string;
            /** @example Webhook */
            name?: string;
            /** @description Markdown. */
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
        /** @description A SubscriptionInfo of which only some fields may have been asked for. */
        PartialSubscriptionInfo: {
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id?: string;
            /** @example on-call */
            name?: string;
            state?: components["schemas"]["SubscriptionState"];
            /** @description Why the service disabled it; null if a caller did, or it is enabled. */
            state_reason?: string | null;
            /** @example webhook */
            protocol_id?: string;
            /** @description Of the protocol. Secrets read `***`. */
            options?: {
                [key: string]: unknown;
            };
            /** @description JSONata that makes what is sent; null: the message as it is. */
            template?: string | null;
            /** @description What became of the last attempts. */
            health?: components["schemas"]["PartialSubscriptionHealth"];
            /**
             * Format: date-time
             * @description Until then requests are also signed with the signing secret before this one.
             * @example 2026-11-20T10:00:00.000Z
             */
            previous_secret_expires_at?: string | null;
            /** @description Only alerts of this project; null: of all projects of the domain. */
            project_id?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @description When what callers set was changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            updated_at?: string;
            /**
             * @description What is sent.
             * @example [
             *       "alert.opened",
             *       "alert.escalated",
             *       "alert.acknowledged",
             *       "alert.unacknowledged",
             *       "alert.resolved",
             *       "alert.reopened",
             *       "alert.flapping",
             *       "source.silent",
             *       "source.back",
             *       "delivery.quarantined",
             *       "quota.low",
             *       "quota.exhausted",
             *       "subscription.failing"
             *     ]
             */
            kinds?: ("alert.opened" | "alert.escalated" | "alert.acknowledged" | "alert.unacknowledged" | "alert.resolved" | "alert.reopened" | "alert.flapping" | "source.silent" | "source.back" | "delivery.quarantined" | "quota.low" | "quota.exhausted" | "subscription.failing")[];
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
            /** @description What goes out together; null: each singly. */
            group?: components["schemas"]["PartialSubscriptionGroup"] | null;
        };
        /** @description A SubscriptionHealth of which only some fields may have been asked for. */
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
            /** @description Failed attempts in a row. From 5 on, single attempts are made with longer pauses. */
            failures?: number;
            /** @description Why the last attempt failed. */
            last_error?: string | null;
        };
        /** @description A SubscriptionGroup of which only some fields may have been asked for. */
        PartialSubscriptionGroup: {
            /**
             * @description 1 to 10 fields of the alert. Alerts with equal values of all of them are a group.
             * @example [
             *       "severity",
             *       "resource.name"
             *     ]
             */
            by?: ("webhook_id" | "project_id" | "event_key" | "state" | "severity" | "title" | "resource.resource_id" | "resource.resource_type" | "resource.name" | "acknowledged" | "acknowledged_by")[];
            /**
             * @description Seconds that a first change waits for others.
             * @example 30
             */
            wait?: number;
            /**
             * @description Seconds between two messages of a group.
             * @example 300
             */
            interval?: number;
        };
        /** @description A NotificationDetails of which only some fields may have been asked for. */
        PartialNotificationDetails: {
            /**
             * @description Unchanging; sent as `webhook-id` with every attempt.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            notification_id?: string;
            /** @example alert.opened */
            kind?: string;
            /** @description HELD: it waits for the quota, or for others to be sent with. SUPERSEDED: a newer change of the alert was sent instead. FAILED: it is not tried again, but can be resent. SILENCED: a silence held. */
            state?: components["schemas"]["NotificationState"];
            /** @description Why it is in this state. */
            reason?: string | null;
            /**
             * @description What silenced it, or the alert before it was told.
             * @example silence_01kagexvhve0ya7d9z5kq5nh3m
             */
            silence_id?: string | null;
            /** @example subscription_01kagexvhve0ya7d9z5kq5nh3m */
            subscription_id?: string;
            /** @example webhook */
            protocol_id?: string;
            /**
             * @description null: it is not about one alert.
             * @example alert_01kagexvhve0ya7d9z5kq5nh3m
             */
            alert_id?: string | null;
            /**
             * @description The notification that this one was sent in, together with others.
             * @example notification_01kagexvhve0ya7d9z5kq5nh3m
             */
            digest_id?: string | null;
            /** @description Of the alert, after the change. */
            severity?: components["schemas"]["Severity"];
            title?: string;
            /** @description Attempts that came to an end. */
            attempt_count?: number;
            /**
             * Format: date-time
             * @description After a failed attempt.
             * @example 2026-11-20T10:00:00.000Z
             */
            next_attempt_at?: string | null;
            /** @description null: it is not about one project. */
            project_id?: string | null;
            domain_id?: string;
            /**
             * Format: date-time
             * @description When the alert changed.
             * @example 2026-11-20T10:00:00.000Z
             */
            created_at?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T10:00:00.000Z
             */
            sent_at?: string | null;
            /** @description The last 50, oldest first. */
            attempts?: components["schemas"]["AttemptInfo"][];
        };
        /** @description A SilenceInfo of which only some fields may have been asked for. */
        PartialSilenceInfo: {
            /** @example silence_01kagexvhve0ya7d9z5kq5nh3m */
            silence_id?: string;
            /** @example database upgrade */
            name?: string;
            /** @description PENDING before `starts_at`, EXPIRED from `ends_at` on. An ACTIVE one silences only in its `weekly` windows. */
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
            /** @description Only in these windows; null: all the time. */
            weekly?: components["schemas"]["PartialSilenceWeekly"] | null;
        };
        /** @description A SilenceWeekly of which only some fields may have been asked for. */
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
             * @description The end, exclusive; on the next day unless it is later than `from`.
             * @example 06:00
             */
            to?: string;
            /**
             * @description Of the IANA database.
             * @example Europe/Berlin
             */
            timezone?: string;
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
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
        /** @description Something went wrong here */
        Problem500: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
        /** @description The first request with this key is in progress */
        Problem409: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
        /** @description The body is a form, or its Content-Encoding is not gzip, deflate or br */
        Problem415: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
        /** @description The key or token is not valid, or the issuer signed nobody in */
        "Problem401-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
        /** @description Too many failures, or too many sessions of one key; try again after Retry-After seconds */
        "Problem429-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "Too many failures, or too many sessions of one key; try again after Retry-After seconds",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not what its Content-Encoding says */
        "Problem400-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
        /** @description People do not sign in at an issuer: `OIDC_CLIENT_ID` is not set */
        "Problem404-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
         *     Another webhook of the project has this name
         */
        "Problem409-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress\n\nAnother webhook of the project has this name",
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
                 *       "type": "about:blank",
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
                 *       "type": "about:blank",
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
        /** @description The domain has 10,000 heartbeats, or too many requests */
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
                 *       "type": "about:blank",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "The domain has 10,000 heartbeats, or too many requests",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The webhook requires a signature, and it is missing or wrong */
        "Problem401-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
        "Problem403-3": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
        /** @description There is no such webhook or heartbeat, or the key is wrong */
        "Problem404-4": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
        /** @description The plugin divides it otherwise and some of it made events; or it was refused as unreadable; or its webhook is gone */
        "Problem409-5": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The plugin divides it otherwise and some of it made events; or it was refused as unreadable; or its webhook is gone",
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
         *     The protocol has a quota in this domain
         */
        "Problem409-6": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress\n\nThe protocol has a quota in this domain",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The remaining amount is too small; nothing was consumed. Without Retry-After the amount exceeds the limit */
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
                 *       "type": "about:blank",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "The remaining amount is too small; nothing was consumed. Without Retry-After the amount exceeds the limit",
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
                 *       "type": "about:blank",
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
        /** @description It was given back before */
        "Problem409-7": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "It was given back before",
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
        "Problem409-8": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
        "Problem409-9": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
         *     The protocol signs nothing
         */
        "Problem409-10": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
                 *       "title": "Conflict",
                 *       "status": 409,
                 *       "detail": "The first request with this key is in progress\n\nThe protocol signs nothing",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_NOT_UNIQUE"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The quota of the protocol is used up */
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
                 *       "type": "about:blank",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "The quota of the protocol is used up",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Its subscription is disabled or deleted, or its protocol tells only the newest state and there is a newer one */
        "Problem409-11": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
        /** @description A preview of the domain, or two of others, are running */
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
                 *       "type": "about:blank",
                 *       "title": "Too Many Requests",
                 *       "status": 429,
                 *       "detail": "A preview of the domain, or two of others, are running",
                 *       "instance": "5f3a9c0d1e2b4a68-1",
                 *       "code": "ERROR_RATE_LIMITED"
                 *     }
                 */
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The preview took too long */
        "Problem504-2": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
        "Problem429-7": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "type": "about:blank",
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
        /** @description The id of the request: the received one if it is valid, or a new one. */
        "X-Request-Id": string;
        /** @description Seconds. */
        "Retry-After": number;
        /** @description The remaining amount of each limit (draft-ietf-httpapi-ratelimit-headers). */
        RateLimit: string;
        /** @description Those limits. */
        "RateLimit-Policy": string;
        /** @description How to authenticate. */
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
                 * @description Default: the domain of the key used; the root key must name it.
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
                /** @description A retry with the same key within 24 hours gets the first response. A different request gets 422, and a retry while the first request is in progress gets 409. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description A retry with the same key within 24 hours gets the first response. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
                only?: string[];
            };
            header?: never;
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
                    /** @description The version of the record, for `If-Match`. */
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                 * @description Default: the domain of the key used; the root key must name it.
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
                 * @description Default: the domain of the key used; the root key must name it.
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
                 * @description Any value. Without it the response is 403: no page of another origin can sign a browser in.
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
            401: components["responses"]["Problem401-2"];
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
                 * @description Default: the domain of the key used; the root key must name it.
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
                 * @description Default: the domain of the key used; the root key must name it.
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
                 * @description Default: the domain of the key used; the root key must name it.
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
                 * @description Any value. Without it the response is 403: no page of another origin can sign a browser in.
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
            query?: {
                /**
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
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
        requestBody?: {
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
                 * @description Default: the domain of the key used; the root key must name it.
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["Query"];
                webhook_id?: string;
                name?: string;
                state?: components["schemas"]["WebhookState"];
                /** @description The full value. */
                access_key?: string;
                /** @description The full value. */
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
                /** @description A retry with the same key within 24 hours gets the first response. A different request gets 422, and a retry while the first request is in progress gets 409. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
                only?: string[];
            };
            header?: never;
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description `wait=N`: answer with the result if it comes within N seconds, at most 30 (RFC 7240). */
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
            /** @description It is done already, with `Prefer: wait=N` */
            200: {
                headers: {
                    /** @description The granted wait, if any. */
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
            /** @description Done */
            202: {
                headers: {
                    /** @description The granted wait, if any. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description A retry with the same key within 24 hours gets the first response. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
            query?: {
                /**
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
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
                    "application/json": components["schemas"]["EventInfo"];
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
            query?: {
                /**
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                event_id?: string;
                /** @description What the sender pairs firing and resolved by. */
                event_key?: string;
                event_type?: components["schemas"]["EventType"];
                severity?: components["schemas"]["Severity"];
                resource_id?: string;
                provider?: string;
                account?: string;
                /** @description The alert: an ALERT and its RECOVERY have the same. */
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
        requestBody?: {
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                event_id?: string;
                /** @description What the sender pairs firing and resolved by. */
                event_key?: string;
                event_type?: components["schemas"]["EventType"];
                severity?: components["schemas"]["Severity"];
                resource_id?: string;
                provider?: string;
                account?: string;
                /** @description The alert: an ALERT and its RECOVERY have the same. */
                alert_id?: string;
                webhook_id?: string;
                project_id?: string;
                /** @description Written as JSON. */
                query?: components["schemas"]["StreamQuery"];
                /** @description As the header `Last-Event-ID`, for clients that cannot send one. The header takes precedence. */
                last_event_id?: string;
                /** @description Instead of the header `Authorization`: a token of `POST /monitoring/v1/stream-token`. */
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                webhook_id?: string;
                project_id?: string;
                alert_id?: string;
                /** @description What the sender pairs firing and resolved by. */
                event_key?: string;
                state?: components["schemas"]["AlertState"];
                /** @description Of the last event that is no recovery, as title and resource. */
                severity?: components["schemas"]["Severity"];
                /** @description Of the event that opened it; `null` also for alerts from before the upgrade to version 0.2. */
                rule?: string;
                /** @description Somebody has seen to it. A resolved alert keeps who did, and when. */
                acknowledged?: boolean;
                /** @description Written as JSON. */
                query?: components["schemas"]["StreamQuery"];
                /** @description As the header `Last-Event-ID`, for clients that cannot send one. The header takes precedence. */
                last_event_id?: string;
                /** @description Instead of the header `Authorization`: a token of `POST /monitoring/v1/stream-token`. */
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
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
                    "application/json": components["schemas"]["AlertInfo"];
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
                    "application/json": components["schemas"]["AlertInfo"];
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
                    "application/json": components["schemas"]["AlertInfo"];
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
    listAlerts: {
        parameters: {
            query?: {
                /**
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                webhook_id?: string;
                project_id?: string;
                alert_id?: string;
                /** @description What the sender pairs firing and resolved by. */
                event_key?: string;
                state?: components["schemas"]["AlertState"];
                /** @description Of the last event that is no recovery, as title and resource. */
                severity?: components["schemas"]["Severity"];
                /** @description Of the event that opened it; `null` also for alerts from before the upgrade to version 0.2. */
                rule?: string;
                /** @description Somebody has seen to it. A resolved alert keeps who did, and when. */
                acknowledged?: boolean;
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
    getHeartbeat: {
        parameters: {
            query?: {
                /**
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
                only?: string[];
            };
            header?: never;
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                webhook_id?: string;
                project_id?: string;
                /** @description Unique in its webhook; `*` is the heartbeat of `settings.heartbeat`, which any delivery pings. */
                name?: string;
                /** @description NEW until the first ping; it cannot be missing before. */
                state?: components["schemas"]["HeartbeatState"];
                /** @description Of the alert while it is missing. */
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
                /** @description `wait=N`: answer with the result if it comes within N seconds, at most 30 (RFC 7240). */
                Prefer?: string;
            };
            path: {
                webhook_id: string;
                access_key: string;
            };
            cookie?: never;
        };
        /** @description The payload of the monitoring system: JSON (with any content type), a form, or text (text/plain). A body that is a CreateEventRequest, with `data`, `webhook_id` or `access_key` or both, and nothing else, is replaced by its `data`. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SenderPayload"] | components["schemas"]["CreateEventRequest"];
                "application/x-www-form-urlencoded": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description The delivery is already processed, with `Prefer: wait=N` */
            200: {
                headers: {
                    /** @description The granted wait, if any. */
                    "Preference-Applied"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryInfo"];
                };
            };
            /** @description Done */
            202: {
                headers: {
                    /** @description The granted wait, if any. */
                    "Preference-Applied"?: string;
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryReceipt"];
                };
            };
            400: components["responses"]["Problem400"];
            401: components["responses"]["Problem401-3"];
            403: components["responses"]["Problem403-3"];
            404: components["responses"]["Problem404"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
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
            /** @description Done */
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
            401: components["responses"]["Problem401-3"];
            403: components["responses"]["Problem403-3"];
            404: components["responses"]["Problem404-4"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getDelivery: {
        parameters: {
            query?: {
                /**
                 * @description Default: the domain of the key used; the root key must name it.
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
            409: components["responses"]["Problem409-5"];
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
                /** @description The number of days, including today. */
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
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
                    "application/json": components["schemas"]["QuarantinedDeliveryInfo"];
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                webhook_id?: string;
                project_id?: string;
                delivery_id?: string;
                /** @description QUARANTINED: accepted, but not all of it became events. UNREADABLE: refused, because its body is neither JSON nor a form; it cannot be replayed. */
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
                /** @description A retry with the same key within 24 hours gets the first response. A different request gets 422, and a retry while the first request is in progress gets 409. */
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
            /** @description Done */
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
            409: components["responses"]["Problem409"];
            413: components["responses"]["Problem413"];
            415: components["responses"]["Problem415"];
            422: components["responses"]["Problem422"];
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
        };
    };
    getReplay: {
        parameters: {
            query?: {
                /**
                 * @description Default: the domain of the key used; the root key must name it.
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
                /** @description Default: the latest. */
                version?: string;
                /** @example demo */
                domain_id?: string;
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
                /** @description Default: the latest. */
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
                /** @description Default: the webhook's. */
                version?: string;
                /** @description Default: those of the webhook. `***` stands for the webhook's secret. Written as JSON. */
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
                 * @description Default: the domain of the key used; the root key must name it.
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
                /** @description A retry with the same key within 24 hours gets the first response. A different request gets 422, and a retry while the first request is in progress gets 409. */
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
                    /** @description The version of the record, for `If-Match`. */
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
            409: components["responses"]["Problem409-6"];
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
                only?: string[];
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
            429: components["responses"]["Problem429-4"];
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
            429: components["responses"]["Problem429-4"];
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
            409: components["responses"]["Problem409-7"];
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
            409: components["responses"]["Problem409-7"];
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
                 * @description Default: the domain of the key used; the root key must name it.
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
                /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                subscription_id?: string;
                name?: string;
                state?: components["schemas"]["SubscriptionState"];
                protocol_id?: string;
                /** @description Only alerts of this project; null: of all projects of the domain. */
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
                /** @description A retry with the same key within 24 hours gets the first response. A different request gets 422, and a retry while the first request is in progress gets 409. */
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
                    /** @description The version of the record, for `If-Match`. */
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
            409: components["responses"]["Problem409-8"];
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
                only?: string[];
            };
            header?: never;
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
            409: components["responses"]["Problem409-9"];
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description A retry with the same key within 24 hours gets the first response. A different request gets 422, and a retry while the first request is in progress gets 409. */
                "Idempotency-Key"?: string;
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
            409: components["responses"]["Problem409-10"];
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
            429: components["responses"]["Problem429-5"];
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
    getNotification: {
        parameters: {
            query?: {
                /**
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Unchanging; sent as `webhook-id` with every attempt. */
                notification_id?: string;
                kind?: string;
                /** @description HELD: it waits for the quota, or for others to be sent with. SUPERSEDED: a newer change of the alert was sent instead. FAILED: it is not tried again, but can be resent. SILENCED: a silence held. */
                state?: components["schemas"]["NotificationState"];
                subscription_id?: string;
                protocol_id?: string;
                /** @description null: it is not about one alert. */
                alert_id?: string;
                /** @description The notification that this one was sent in, together with others. */
                digest_id?: string;
                /** @description Of the alert, after the change. */
                severity?: components["schemas"]["Severity"];
                /** @description What silenced it, or the alert before it was told. */
                silence_id?: string;
                /** @description null: it is not about one project. */
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
            409: components["responses"]["Problem409-11"];
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description The number of days, including today. */
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
                /** @description A retry with the same key within 24 hours gets the first response. A different request gets 422, and a retry while the first request is in progress gets 409. */
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
            429: components["responses"]["Problem429"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504"];
        };
    };
    getResend: {
        parameters: {
            query?: {
                /**
                 * @description Default: the domain of the key used; the root key must name it.
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                silence_id?: string;
                name?: string;
                /** @description PENDING before `starts_at`, EXPIRED from `ends_at` on. An ACTIVE one silences only in its `weekly` windows. */
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
                /** @description A retry with the same key within 24 hours gets the first response. A different request gets 422, and a retry while the first request is in progress gets 409. */
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
                    /** @description The version of the record, for `If-Match`. */
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
            409: components["responses"]["Problem409"];
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
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
                /** @description Return only these fields (dots select fields of objects, `["a.b"]` a key with dots). */
                only?: string[];
            };
            header?: never;
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
                    /** @description The version of the record, for `If-Match`. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
    deleteSilence: {
        parameters: {
            query?: {
                /**
                 * @description Default: the domain of the key used; the root key must name it.
                 * @example demo
                 */
                domain_id?: string;
            };
            header?: {
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                /** @description Change the record only if it still has this `ETag`; several are separated by commas. Otherwise 412. */
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
                    /** @description The version of the record, for `If-Match`. */
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
            429: components["responses"]["Problem429-6"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-2"];
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
            429: components["responses"]["Problem429-6"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-2"];
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
            429: components["responses"]["Problem429-6"];
            500: components["responses"]["Problem500"];
            503: components["responses"]["Problem503"];
            504: components["responses"]["Problem504-2"];
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
            429: components["responses"]["Problem429-7"];
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
            429: components["responses"]["Problem429-7"];
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
            /** @description Treated like a time-out or a failed connection: the plugin is unavailable. Deliveries of the webhook wait, in order, and are retried. After 5 failures in a row the plugin is not called for 10 seconds. */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
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
                 *           "acknowledged_after": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "flapping": false
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
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
                 *           "acknowledged_after": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "flapping": false
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
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
                 *           "acknowledged_after": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "flapping": false
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
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
                 *           "acknowledged_after": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "flapping": false
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "state": "RESOLVED",
                 *           "resolved_reason": "RECOVERY",
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
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
                 *           "acknowledged_after": null
                 *         },
                 *         "change": {
                 *           "state_before": "OPEN",
                 *           "state": "RESOLVED",
                 *           "severity_before": "ERROR",
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "flapping": false
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
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
                 *           "acknowledged_after": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "flapping": false
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *           "alert_id": "alert_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "webhook_id": "webhook_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "project_id": "shop",
                 *           "domain_id": "demo",
                 *           "event_key": "disk:db-1",
                 *           "rule": "DiskFull",
                 *           "state": "OPEN",
                 *           "resolved_reason": null,
                 *           "severity": "ERROR",
                 *           "title": "Disk of db-1 is 95 % full",
                 *           "resource": {
                 *             "resource_id": "db-1",
                 *             "resource_type": "host",
                 *             "name": "db-1"
                 *           },
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
                 *           "acknowledged_after": null
                 *         },
                 *         "change": {
                 *           "state_before": null,
                 *           "state": "OPEN",
                 *           "severity_before": null,
                 *           "severity": "ERROR",
                 *           "event_id": "event_01kagexvhve0ya7d9z5kq5nh3m",
                 *           "actor": null,
                 *           "flapping": false
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/monitoring/v1/alert/alert_01kagexvhve0ya7d9z5kq5nh3m"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *         "title": "Protocol webhook has used 80 % of its quota of the day",
                 *         "subject": {
                 *           "protocol_id": "webhook"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/notification/v1/quotas"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *         "title": "Protocol webhook has used 80 % of its quota of the day",
                 *         "subject": {
                 *           "protocol_id": "webhook"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/notification/v1/quotas"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *           "api": "https://tocsin.example.com/monitoring/v1/quarantine"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *         "title": "Protocol webhook has used 80 % of its quota of the day",
                 *         "subject": {
                 *           "protocol_id": "webhook"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/notification/v1/quotas"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *         "title": "Protocol webhook has used 80 % of its quota of the day",
                 *         "subject": {
                 *           "protocol_id": "webhook"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/notification/v1/quotas"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *         "title": "Protocol webhook has used 80 % of its quota of the day",
                 *         "subject": {
                 *           "protocol_id": "webhook"
                 *         },
                 *         "links": {
                 *           "api": "https://tocsin.example.com/notification/v1/quotas"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ServiceNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
                 *           "api": "https://tocsin.example.com/notification/v1/notifications"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DigestNotification"];
            };
        };
        responses: {
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
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
                 * @description `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64. While a secret is replaced, a second signature with the previous one follows after a space: accept the request if one of them matches.
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
            /** @description It will never be received: the subscription is disabled */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It was received */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is not sent again, unless the status is 408, 425 or 429 */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description It is sent again, for 24 hours */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
