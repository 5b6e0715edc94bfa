/** Which addresses calendars may be read from: those that notifications may be sent to. */
export abstract class CalendarAddresses {
  /** Returns why an address cannot be read from, as the end of a sentence; `undefined` if it can. */
  abstract refusal(url: string): Promise<string | undefined>;
}
