import type { InputOf, ReplyOf, SheetImport } from '@tradehouse/contract';
import { sheetRows } from '@tradehouse/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { quantityText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';

type SheetRowOutcome = InputOf<typeof sheetRows>['outcome'];
type SheetPreviewRow = ReplyOf<typeof sheetRows>['rows'][number];

const PAGE = 50;

/** Shows rows by effect: wrong rows first, because they block the import. */
export function SheetRows({ at }: { readonly at: SheetImport }): ReactNode {
  const counts: readonly (readonly [SheetRowOutcome, number])[] = [
    ['wrong', at.wrongRows],
    ['new', at.newRows],
    ['changed', at.changedRows],
    ['same', at.sameRows],
  ];
  const [outcome, setOutcome] = useState<SheetRowOutcome>(
    counts.find(([, count]) => count > 0)?.[0] ?? 'same',
  );
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    queryKey: ['sheetRows', at.id, at.state, at.addsMissing, outcome, page],
    queryFn: ({ signal }) =>
      callEndpoint(
        sheetRows,
        { id: at.id, outcome, currentPage: page, pageSize: PAGE },
        { signal, silent: true },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <>
      <Segmented<SheetRowOutcome>
        aria-label={t('sheet.outcome')}
        value={outcome}
        options={counts.map(([value, count]) => ({
          value,
          label: t(`sheet.${value}`, { count: quantityText(count) }),
          disabled: count === 0,
        }))}
        onChange={(next) => {
          setOutcome(next);
          setPage(1);
        }}
      />
      <div className="sheet-rows">
        {outcome === 'wrong' ? (
          <WrongCells rows={data?.rows ?? []} />
        ) : (
          <SheetChangesTable rows={data?.rows ?? []} />
        )}
      </div>
      {(data?.total ?? 0) > PAGE ? (
        <Pagination
          size="small"
          simple
          current={page}
          pageSize={PAGE}
          total={data?.total ?? 0}
          onChange={setPage}
        />
      ) : null}
    </>
  );
}

/** Lists every wrong cell with row and column. */
export function WrongCells({
  rows,
}: {
  readonly rows: readonly Pick<SheetPreviewRow, 'name' | 'errors'>[];
}): ReactNode {
  return (
    <table className="sheet-table">
      <thead>
        <tr>
          <th scope="col">{t('sheet.cell')}</th>
          <th scope="col">{t('sheet.record')}</th>
          <th scope="col">{t('sheet.column')}</th>
          <th scope="col">{t('sheet.reason')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.flatMap(({ name, errors }) =>
          errors.map(({ cell, label, message }) => (
            <tr key={`${cell} ${message}`}>
              <td className="number">{cell}</td>
              <td>{name}</td>
              <td>{label}</td>
              <td className="sheet-wrong">{message}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

const Value = ({ text }: { readonly text: string | null }): ReactNode =>
  text === null ? <em>{t('sheet.empty')}</em> : text;

function SheetChangesTable({ rows }: { readonly rows: readonly SheetPreviewRow[] }): ReactNode {
  return (
    <table className="sheet-table">
      <tbody>
        {rows.map(({ row, name, changes }) => (
          <tr key={row}>
            <td className="number">{t('sheet.row', { row })}</td>
            <th scope="row">{name}</th>
            <td>
              {changes.map(({ label, before, after }) => (
                <span key={label} className="sheet-change">
                  {label}:{' '}
                  {before === null && after !== null ? null : (
                    <>
                      <del>
                        <Value text={before} />
                      </del>{' '}
                      →{' '}
                    </>
                  )}
                  <ins>
                    <Value text={after} />
                  </ins>
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
