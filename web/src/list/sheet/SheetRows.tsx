import type { InputOf, ReplyOf, SheetImport } from '@tradehouse/contract';
import { sheetRows } from '@tradehouse/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Pagination, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { call } from '../../app/net/client.ts';
import { quantityText } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';

type Outcome = InputOf<typeof sheetRows>['outcome'];
type Row = ReplyOf<typeof sheetRows>['rows'][number];

const PAGE = 50;

/** The rows of an import by what they do: the wrong ones first, since they are in the way. */
export function SheetRows({ at }: { readonly at: SheetImport }): ReactNode {
  const counts: readonly (readonly [Outcome, number])[] = [
    ['wrong', at.wrongRows],
    ['new', at.newRows],
    ['changed', at.changedRows],
    ['same', at.sameRows],
  ];
  const [outcome, setOutcome] = useState<Outcome>(
    counts.find(([, count]) => count > 0)?.[0] ?? 'same',
  );
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    queryKey: ['sheetRows', at.id, at.state, outcome, page],
    queryFn: ({ signal }) =>
      call(
        sheetRows,
        { id: at.id, outcome, currentPage: page, pageSize: PAGE },
        { signal, silent: true },
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  return (
    <>
      <Segmented<Outcome>
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
          <Changes rows={data?.rows ?? []} />
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

/** Every wrong cell with where it stands. */
export function WrongCells({
  rows,
}: {
  readonly rows: readonly Pick<Row, 'name' | 'errors'>[];
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

function Changes({ rows }: { readonly rows: readonly Row[] }): ReactNode {
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
