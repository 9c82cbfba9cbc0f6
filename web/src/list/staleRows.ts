import { createContext, useContext } from 'react';

/**
 * True while rows belong to the previous query. Separate from the list, because it changes twice per read,
 * and most reads return unchanged rows.
 */
export const StaleRows = createContext(false);

export const useStaleRows = (): boolean => useContext(StaleRows);
