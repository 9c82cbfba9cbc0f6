// Open dialogs show their refusals: a notice would cover their buttons.

export interface RefusalPlace {
  /** True if visible: dialogs of background tabs stay rendered. */
  readonly isShown: () => boolean;
  readonly say: (message: string) => void;
}

const places: RefusalPlace[] = [];

/** Adds a place above the existing ones; returns a function that removes it. */
export function addRefusalPlace(place: RefusalPlace): () => void {
  places.push(place);
  return () => {
    places.splice(places.indexOf(place), 1);
  };
}

/** Topmost visible place. */
export const refusalPlace = (): RefusalPlace | undefined =>
  places.findLast((place) => place.isShown());
