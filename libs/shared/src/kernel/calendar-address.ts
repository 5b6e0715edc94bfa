/** Returns the address from which a calendar is read: what calendars call a subscription, `webcal:`, is a download. */
export const normalizeCalendarAddress = (address: string): string =>
  address.trim().replace(/^webcals?:\/\//i, 'https://');
