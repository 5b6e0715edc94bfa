/** Tells the workers that webhooks have something to be processed. A wake-up may get lost: the sweep finds it. */
export abstract class WakeUp {
  abstract deliveriesArrived(webhookUuids: Iterable<string>): void;
}
