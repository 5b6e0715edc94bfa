/** Keeps the ids of running jobs by the button that started them, per tab, so that they survive a reload of the page. */
const prefixedKey = (place: string) => `work ${place}`;

export const storeJobId = (place: string, id: string): void => sessionStorage.setItem(prefixedKey(place), id);

export const loadJobId = (place: string): string | null => sessionStorage.getItem(prefixedKey(place));

export const removeJobId = (place: string): void => sessionStorage.removeItem(prefixedKey(place));
