/** Replays under way, by the place that started them: for this tab, also after the page was loaded again. */
const keyOf = (place: string) => `replay ${place}`;

export const rememberReplay = (place: string, replay_id: string): void =>
  sessionStorage.setItem(keyOf(place), replay_id);

export const rememberedReplay = (place: string): string | null => sessionStorage.getItem(keyOf(place));

export const forgetReplay = (place: string): void => sessionStorage.removeItem(keyOf(place));
