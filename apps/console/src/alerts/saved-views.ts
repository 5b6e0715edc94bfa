export interface SavedView {
  readonly name: string;
  /** The parameters of its address. */
  readonly query: string;
}

export interface SavedViews {
  readonly views: readonly SavedView[];
  /** The parameters of the view that Now opens with. */
  readonly first: string;
}

/** What is no list of views counts as empty: other versions of the console may have written it. */
export function parseSavedViews(text: string | null): SavedViews {
  try {
    const { views, first } = (JSON.parse(text ?? '{}') ?? {}) as Partial<SavedViews>;
    return {
      views: Array.isArray(views) ? views.filter(isView) : [],
      first: typeof first === 'string' ? first : '',
    };
  } catch {
    return { views: [], first: '' };
  }
}

function isView(view: unknown): view is SavedView {
  const { name, query } = (view ?? {}) as Partial<SavedView>;
  return typeof name === 'string' && typeof query === 'string';
}
