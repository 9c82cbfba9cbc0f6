import { noScanRules, readScan } from '@tradehouse/domain';
import type { ScanReading } from '@tradehouse/domain';
import { settingsNow } from '../../app/settings/settings.ts';
import { todayOfBrowser } from '../draft/parts.ts';

/** Reads a scanned code by the company's rules. */
export const readOwnScan = (scanned: string): ScanReading =>
  readScan(scanned, todayOfBrowser(), settingsNow()?.scanRules ?? noScanRules);
