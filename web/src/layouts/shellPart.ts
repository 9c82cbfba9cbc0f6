import { apart } from '../app/net/apart.tsx';
import { part } from '../app/net/chunks.ts';

/** Everything behind the sign-in, in files of its own: the sign-in fetches them while it waits for its answer. */
export const shell = apart(
  part(
    () => import('./Shell.tsx'),
    (file) => file.Shell,
  ),
);
