/** Keeps the ids of running jobs by the button that started them, per tab, so that they survive a reload of the page. */
const keyOf = (place: string) => `work ${place}`;

export const rememberWork = (place: string, id: string): void => sessionStorage.setItem(keyOf(place), id);

export const rememberedWork = (place: string): string | null => sessionStorage.getItem(keyOf(place));

export const forgetWork = (place: string): void => sessionStorage.removeItem(keyOf(place));
