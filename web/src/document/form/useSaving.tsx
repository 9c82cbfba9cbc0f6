import type { DocumentReply } from '@tradehouse/contract';
import { getNotices } from '../../app/notices.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { timeText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { ConflictFact } from '../../control/conflict.ts';
import { listDifferences } from '../../control/conflict.ts';
import { askStale } from '../../control/staleDialog.tsx';
import type { DocumentForm } from './useDocumentForm.ts';

type Saveable<Head, Line> = Pick<
  DocumentForm<Head, Line>,
  'save' | 'renewKey' | 'head' | 'store' | 'base'
>;

interface DocumentFormContent<Head, Line> {
  readonly head: Head;
  readonly lines: readonly Line[];
}

interface DocumentSavingRules<Head, Line> {
  /** Facts of a form, shown when choosing between two versions. */
  readonly facts: (head: Head, lines: readonly Line[]) => readonly ConflictFact[];
  /** Returns a saved document as form content. */
  readonly draft: (reply: DocumentReply) => DocumentFormContent<Head, Line>;
  /** Reads the current saved document; null if unreadable. */
  readonly read: () => Promise<DocumentReply | null>;
  /** Runs when the saved version was chosen: the form restarts with the saved version. */
  readonly onTheirs: (newer: DocumentReply) => void | Promise<void>;
  /** Mine was chosen: the next save goes on from their version. */
  readonly onMine: (newer: DocumentReply) => void;
  readonly onSaved: (id: string, number: string, goOn: boolean) => void | Promise<void>;
}

/** Saves a form and resolves a newer version, or an earlier try that succeeded. Returns true if saved. */
export function useDocumentSaving<Head, Line>(
  form: Saveable<Head, Line>,
  rules: DocumentSavingRules<Head, Line>,
) {
  const { timeZone } = useSettings();

  const save = async (approved: boolean, goOn = false, version?: number): Promise<boolean> => {
    const done = await form.save(approved, version);
    if (done.result === 'saved') await rules.onSaved(done.id, done.number, goOn);
    if (done.result === 'stale') return conflict(approved, goOn);
    if (done.result === 'keyReused') return again(approved, goOn);
    return done.result === 'saved';
  };

  const conflict = async (approved: boolean, goOn: boolean): Promise<boolean> => {
    const newer = await rules.read();
    if (newer === null) return false;
    const said = ({ head, lines }: DocumentFormContent<Head, Line>): readonly ConflictFact[] =>
      rules.facts(head, lines);
    const base = form.base();
    const choice = await askStale({
      number: newer.number,
      who: newer.updaterName,
      time: timeText(newer.updatedAt, timeZone),
      kept: t('stale.kept'),
      differences: listDifferences({
        before: base === null ? null : said(base),
        theirs: said(rules.draft(newer)),
        mine: said({ head: form.head, lines: form.store.values() }),
      }),
    });
    if (choice === 'theirs') await rules.onTheirs(newer);
    if (choice !== 'mine') return false;
    rules.onMine(newer);
    return save(approved, goOn, newer.version);
  };

  const again = async (approved: boolean, goOn: boolean): Promise<boolean> => {
    const agreed = await getNotices().modal.confirm({
      title: t('document.savedBefore'),
      content: t('document.savedBeforeText'),
      okText: t('document.saveAnother'),
    });
    if (!agreed) return false;
    form.renewKey();
    return save(approved, goOn);
  };

  return save;
}
