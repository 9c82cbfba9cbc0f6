import type { ListView } from '@tradehouse/contract';
import { usePreference } from '../../app/settings/preferences.ts';
import type { Subject } from './ownSubjects.tsx';

/** A report that a user wants on the home page: what it asks for, with days that move on. */
export interface HomeReport {
  readonly subject: Subject;
  readonly search: ListView['search'];
}

const NONE: readonly HomeReport[] = [];

/** The reports on the home page of the signed-in user, and what sets them. */
export const useHomeReports = () => usePreference('home:reports', NONE);
