/** Wakes a worker that sends. A wake-up that is lost is left to the sweep. */
export abstract class SendWakeUp {
  abstract notificationsWait(domain_id: string): void;
}
