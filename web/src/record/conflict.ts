import type { RefusalFacts } from '../app/net/envelope.ts';
import type { ReadOnce } from '../app/net/readOnce.ts';
import type { ConflictFact } from '../control/conflict.ts';
import { listDifferences } from '../control/conflict.ts';
import { timeText } from '../control/format.ts';
import { askStale } from '../control/staleDialog.tsx';
import { t } from '../phrase/index.ts';

interface RecordConflictOptions<Info> {
  readonly timeZone: string;
  readonly record: Pick<ReadOnce<Info>, 'newer' | 'keep'>;
  /** Facts at opening, at present, and in the form; the first names the record. */
  readonly facts: (
    newer: Info,
  ) => Readonly<Record<'before' | 'theirs' | 'mine', readonly ConflictFact[]>>;
  /** Restarts the form with the other user's version. */
  readonly onTheirs: (newer: Info) => void;
}

/**
 * Handles a record saved meanwhile by another user: shows user and changes field by field, and asks.
 * Returns the version to overwrite; null if nothing is to be saved.
 */
export async function meetConflict<Info>(
  sides: RecordConflictOptions<Info>,
  by: RefusalFacts,
): Promise<Info | null> {
  const newer = await sides.record.newer();
  if (newer === undefined) return null;
  const facts = sides.facts(newer);
  const choice = await askStale({
    number: facts.before[0]?.text ?? '',
    who: String(by['who'] ?? '') || t('stale.somebody'),
    time: timeText(String(by['time'] ?? ''), sides.timeZone),
    differences: listDifferences(facts),
  });
  if (choice === 'stay') return null;
  sides.record.keep(newer);
  if (choice === 'mine') return newer;
  sides.onTheirs(newer);
  return null;
}
