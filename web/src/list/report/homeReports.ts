import type { ListView } from '@tradehouse/contract';
import { usePreference } from '../../app/settings/preferences.ts';
import type { CustomReportTableName } from './ownSubjects.tsx';

/** Report on a user's home page: the query, with relative dates. */
export interface HomeReport {
  readonly subject: CustomReportTableName;
  readonly search: ListView['search'];
}

const NONE: readonly HomeReport[] = [];

export const useHomeReports = () => usePreference('home:reports', NONE);
