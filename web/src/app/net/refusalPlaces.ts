// Dialogs say themselves what was refused while they are open: a notice over them would hide their buttons.

/** A place that shows a refusal. */
export interface RefusalPlace {
  /** Whether it is to be seen: dialogs of tabs behind stay drawn. */
  readonly isShown: () => boolean;
  readonly say: (message: string) => void;
}

const places: RefusalPlace[] = [];

/** Adds a place above those there are; answers what takes it away again. */
export function addRefusalPlace(place: RefusalPlace): () => void {
  places.push(place);
  return () => {
    places.splice(places.indexOf(place), 1);
  };
}

/** The topmost place that is to be seen. */
export const refusalPlace = (): RefusalPlace | undefined =>
  places.findLast((place) => place.isShown());
