import { FilterOutlined, PlusOutlined } from '@ant-design/icons';
import { arrangeColumns, MOST_CONDITIONS } from '@tradehouse/contract';
import type { TableDeclaration } from '@tradehouse/contract';
import { Alert, Button, Radio } from 'antd';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { CallError } from '../../app/net/envelope.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { t } from '../../phrase/index.ts';
import type { ConditionDraft } from './conditionDraft.ts';
import { conditionsFromDrafts, findConditionProblem } from './conditionDraft.ts';
import { ConditionRow } from './ConditionRow.tsx';
import type { Conditions } from './sieve.ts';
import { listFilterableColumns } from './sieve.ts';
import type { ListState } from '../useList.ts';

/** Maximum length of the conditions, URL-encoded: an address holds no more. */
const LONGEST_TOGETHER = 8_000;

const createConditionDraft = (key: number): ConditionDraft => ({
  key,
  field: undefined,
  rule: 'like',
  val: '',
});

const draftsFromConditions = (conditions: Conditions | undefined): readonly ConditionDraft[] =>
  conditions === undefined
    ? [createConditionDraft(0)]
    : conditions.rows.map((row, key) => ({ key, ...row }));

/** Manages the draft rows, and each row's problem after the first submission. */
function useDrafts<T extends TableDeclaration>({ table, conditions, error }: ListState<T>) {
  const [drafts, setDrafts] = useState(() => draftsFromConditions(conditions));
  const [asked, setAsked] = useState(false);
  // Server's error for the rows before the latest edit.
  const refused = error instanceof CallError ? error : null;
  const saidOf = ({ key, field, val }: ConditionDraft): string | null => {
    const before = conditions?.rows[key];
    const isSame = before?.field === field && before?.val === val;
    return isSame && refused?.facts.field === field ? (refused?.message ?? null) : null;
  };
  const wrongOf = (draft: ConditionDraft): string | null => {
    const wrong = asked ? findConditionProblem(table, draft) : null;
    return wrong === null ? saidOf(draft) : t(`sieve.${wrong}`);
  };
  const rows = conditionsFromDrafts(drafts);
  const tooLong = encodeURIComponent(JSON.stringify(rows)).length > LONGEST_TOGETHER;
  return {
    drafts,
    rows,
    tooLong,
    wrongOf,
    add: () =>
      setDrafts([
        ...drafts,
        createConditionDraft(Math.max(-1, ...drafts.map(({ key }) => key)) + 1),
      ]),
    change: (next: ConditionDraft) =>
      setDrafts(drafts.map((one) => (one.key === next.key ? next : one))),
    drop: ({ key }: ConditionDraft) => setDrafts(drafts.filter((one) => one.key !== key)),
    /** Returns true if no row has a problem; from now on problems are shown. */
    check: (): boolean => {
      setAsked(true);
      return !tooLong && drafts.every((draft) => findConditionProblem(table, draft) === null);
    },
  };
}

function AdvancedQueryDialog<T extends TableDeclaration>({
  list,
  onClose,
}: {
  readonly list: ListState<T>;
  readonly onClose: () => void;
}): ReactNode {
  const { table, conditions, columns, setConditions } = list;
  const { hiddenAmounts } = useSettings();
  const { drafts, rows, tooLong, wrongOf, add, change, drop, check } = useDrafts(list);
  const [match, setMatch] = useState<Conditions['match']>(conditions?.match ?? 'and');
  const matchId = useId();
  const may = new Set(listFilterableColumns(table, hiddenAmounts));
  const names = arrangeColumns(table, columns).flatMap(({ name }) => (may.has(name) ? [name] : []));
  const ask = (): void => {
    if (!check()) return;
    setConditions(rows.length === 0 ? undefined : { match, rows });
    onClose();
  };
  return (
    <PaneModal
      title={t('sieve.title')}
      width={760}
      onCancel={onClose}
      onSubmit={ask}
      footer={
        <>
          <Button
            disabled={conditions === undefined && rows.length === 0}
            onClick={() => {
              setConditions(undefined);
              onClose();
            }}
          >
            {t('sieve.dropConditions')}
          </Button>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button type="primary" onClick={ask}>
            {t('act.search')}
          </Button>
        </>
      }
    >
      <div className="condition-match">
        <span id={matchId}>{t('sieve.match')}</span>
        <Radio.Group
          aria-labelledby={matchId}
          value={match}
          options={[
            { value: 'and', label: t('sieve.and') },
            { value: 'or', label: t('sieve.or') },
          ]}
          onChange={(event) => setMatch(event.target.value === 'or' ? 'or' : 'and')}
        />
      </div>
      {drafts.length === 0 ? <p className="condition-none">{t('sieve.none')}</p> : null}
      {drafts.map((draft, index) => (
        <ConditionRow
          key={draft.key}
          table={table}
          number={index + 1}
          draft={draft}
          names={names}
          wrong={wrongOf(draft)}
          onChange={change}
          onDrop={() => drop(draft)}
        />
      ))}
      {tooLong ? <Alert type="error" showIcon title={t('sieve.tooLong')} /> : null}
      <Button
        type="dashed"
        block
        icon={<PlusOutlined aria-hidden />}
        disabled={drafts.length >= MOST_CONDITIONS}
        title={
          drafts.length >= MOST_CONDITIONS ? t('sieve.most', { n: MOST_CONDITIONS }) : undefined
        }
        onClick={add}
      >
        {t('sieve.add')}
      </Button>
    </PaneModal>
  );
}

/** Edits a list's advanced query, and shows the number of conditions. */
export function AdvancedQuery<T extends TableDeclaration>({
  list,
}: {
  readonly list: ListState<T>;
}): ReactNode {
  const [open, setOpen] = useState(false);
  const count = list.conditions?.rows.length ?? 0;
  const title = t('sieve.title');
  return (
    <>
      <Button
        title={title}
        icon={<FilterOutlined aria-hidden />}
        className={count === 0 ? '' : 'is-on'}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {count === 0 ? title : `${title} (${count})`}
      </Button>
      {open ? <AdvancedQueryDialog list={list} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
