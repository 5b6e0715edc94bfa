import type { SendNotifications } from '../src/delivery/application/send-notifications.js';

/** A sender that waking does not start: the test claims and settles itself. */
export const idleSender = { wake: () => undefined } as unknown as SendNotifications;
