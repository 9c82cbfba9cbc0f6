import { partnerFlowTables, statementTables } from '@tradehouse/contract';
import { dayAfter, documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { Button } from 'antd';
import type { ComponentType, ReactNode } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { settingsNow } from '../../app/settings/settings.ts';
import { useTabActions } from '../../app/tabs/tabs.ts';
import { todayIn } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import { labelOfColumn } from '../../record/labels.ts';
import type { FilterValues } from '../filters/filterState.ts';
import { urlWithFilters } from '../filters/filterState.ts';
import { agedBills } from './ageingPage.tsx';
import { openDocuments, defineDocumentsReport } from './drills.tsx';
import { PartnerName } from './partnerName.tsx';
import type { Drill } from './reportPage.tsx';
import { Report, reportPage } from './reportPage.tsx';

/** Document kind that settles debts of a partner type. */
const settledBy = { customer: 'moneyIn', supplier: 'moneyOut' } as const;

/** Returns the dates before a period; null without start. */
export function daysBeforePeriod(dates: unknown): readonly unknown[] | null {
  const [since]: readonly unknown[] = Array.isArray(dates) ? dates : [];
  // An address without a start gives an empty text.
  return typeof since === 'string' && since !== '' ? [null, dayAfter(since, -1)] : null;
}

/** Returns all dates up to the period's end: closing debts may be older than the period. */
const untilOf = (dates: unknown): unknown => (Array.isArray(dates) ? [null, dates[1]] : undefined);

/** Returns a past period's last day; null if current. Items open then may be settled since. */
function pastEnd(dates: unknown): string | null {
  const [, until]: readonly unknown[] = Array.isArray(dates) ? dates : [];
  const today = todayIn(settingsNow()?.timeZone ?? 'UTC');
  return typeof until === 'string' && until !== '' && until < today ? until : null;
}

const sides = { customer: 'receivable', supplier: 'payable' } as const;

/** Links to a partner's receipts or payments, for users with access. */
function History({
  type,
  kind,
  values,
  name,
}: {
  readonly type: keyof typeof statementTables;
  readonly kind: KindCode;
  readonly values: FilterValues;
  readonly name: string | null;
}): ReactNode {
  const { open } = useTabActions();
  const url = documentKinds[kind].url ?? '';
  if (!useMay()(url)) return null;
  const words = { organId: name ?? '' };
  return (
    <Button onClick={() => open(urlWithFilters(url, values, words))}>
      {t(`report.history.${type}`)}
    </Button>
  );
}

/**
 * Creates the statement page of customers or suppliers. Opening balance and additions open their documents,
 * settled amounts the receipts or payments. A closing balance opens documents open now, or at the end of a
 * past period. Drills start with the statement's dates.
 */
export function statementPage(type: keyof typeof statementTables): ComponentType {
  const kind = settledBy[type];
  const settling = defineDocumentsReport(kind);
  const adding = partnerFlowTables[type].columns.kind.choices.filter((one) => one !== kind);
  const flow = (
    { id, name }: { readonly id: string | null; readonly name: string | null },
    column: 'opening' | 'newDebt',
    dates: unknown,
    kinds?: readonly string[],
  ): Drill => ({
    title: `${name ?? ''} · ${labelOfColumn(statementTables[type], column)}`,
    width: 1200,
    content: () => (
      <Report
        table={partnerFlowTables[type]}
        fixed={{ organId: id, ...(kinds === undefined ? {} : { kinds }) }}
        given={{ dates }}
      />
    ),
  });
  // A bill adds the amount of its goods.
  const amountsHidden = (): boolean =>
    settingsNow()?.hiddenAmounts.includes(type === 'customer' ? 'sale' : 'purchase') === true;
  return reportPage({
    table: statementTables[type],
    cells: { name: ({ id, name }) => <PartnerName type={type} id={id} name={name} /> },
    drills: {
      opening: (row, { applied }) => {
        const dates = daysBeforePeriod(applied['dates']);
        return dates === null || amountsHidden() ? null : flow(row, 'opening', dates);
      },
      newDebt: (row, { applied }) =>
        amountsHidden() ? null : flow(row, 'newDebt', applied['dates'], adding),
      settled: ({ id, name }, { applied: { dates } }): Drill => ({
        title: `${t(`report.history.${type}`)} · ${name ?? ''}`,
        width: 1200,
        content: () =>
          amountsHidden() ? (
            <Report {...settling} fixed={{ kind, organId: id }} given={{ time: dates }} />
          ) : (
            <Report
              table={partnerFlowTables[type]}
              fixed={{ organId: id, kinds: [kind] }}
              given={{ dates }}
              extra={({ dates: time }) => (
                <History type={type} kind={kind} values={{ organId: id, time }} name={name} />
              )}
            />
          ),
      }),
      closing: ({ id, name }, { applied: { dates } }): Drill => {
        const date = pastEnd(dates);
        return {
          title: `${t('report.openDocuments')} · ${name ?? ''}`,
          width: 1200,
          content: () =>
            date === null ? (
              <Report
                {...openDocuments}
                fixed={{ kind, organId: id }}
                extra={() => (
                  <History type={type} kind={kind} values={{ organId: id }} name={name} />
                )}
                given={{ time: untilOf(dates) }}
              />
            ) : (
              <Report {...agedBills} fixed={{ side: sides[type], organId: id, date }} given={{}} />
            ),
        };
      },
    },
  });
}
