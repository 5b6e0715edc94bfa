/** Signals to the workers that webhooks have deliveries to process. If a wake-up is lost, the sweep finds the deliveries. */
export abstract class WakeUp {
  abstract signalDeliveries(webhookUuids: Iterable<string>): void;
}
