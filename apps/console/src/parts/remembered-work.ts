/** Work under way on the service, by the place that started it: for this tab, also after the page was loaded again. */
const keyOf = (place: string) => `work ${place}`;

export const rememberWork = (place: string, id: string): void => sessionStorage.setItem(keyOf(place), id);

export const rememberedWork = (place: string): string | null => sessionStorage.getItem(keyOf(place));

export const forgetWork = (place: string): void => sessionStorage.removeItem(keyOf(place));
