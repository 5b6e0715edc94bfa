/** Wakes a worker that sends notifications. If the wake-up is lost, the sweep finds the work. */
export abstract class SendWakeUp {
  abstract wakeSender(domain_id: string): void;
}
