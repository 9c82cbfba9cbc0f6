import { createContext, useContext } from 'react';

/**
 * Whether the rows of the list around are those of the query before. Apart from the list, since it changes twice at every
 * reading, and most readings bring what is there already.
 */
export const StaleRows = createContext(false);

export const useStaleRows = (): boolean => useContext(StaleRows);
