import { costLedgerTable, daysOfRange } from '@tradehouse/contract';
import { Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useMay } from '../../app/settings/permission.ts';
import { PaneModal } from '../../control/PaneModal.tsx';
import { t } from '../../phrase/index.ts';
import type { FilterValues } from '../filters/filterState.ts';
import { movesOfProduct } from './drills.tsx';
import { Report } from './reportPage.tsx';

type About = 'stock' | 'cost';

export interface ExplainedProps {
  readonly productId: string;
  /** Figure explained first. */
  readonly about: About;
  /** The warehouses the figure is of; empty: all. */
  readonly warehouses?: readonly string[] | undefined;
  /** Day at whose end the figure applied; absent: now. */
  readonly day?: string | undefined;
}

/** Returns a ledger's usual date range up to a day; its last balance is the figure then. */
export const daysUntil = (day: string | undefined): FilterValues =>
  day === undefined ? {} : { dates: daysOfRange('threeMonths', day) };

/** Shows the movements behind a product's figure with running balances: quantity, or value and unit cost. */
export function Explained({ productId, about, warehouses = [], day }: ExplainedProps): ReactNode {
  const [shown, setShown] = useState<About>(about);
  const days = daysUntil(day);
  const given = { ...days, ...(warehouses.length === 0 ? {} : { warehouses }) };
  return (
    <>
      <Segmented<About>
        aria-label={t('explain.about')}
        value={shown}
        options={[
          { value: 'stock', label: t('explain.stock') },
          { value: 'cost', label: t('explain.cost') },
        ]}
        onChange={setShown}
      />
      {shown === 'stock' ? (
        <Report
          key="stock"
          table={movesOfProduct}
          fixed={{ materialId: productId }}
          given={given}
        />
      ) : (
        <Report key="cost" table={costLedgerTable} fixed={{ materialId: productId }} given={days} />
      )}
    </>
  );
}

/** Returns true if the user may open the movements behind stock figures. */
export function useMayExplain(): boolean {
  const may = useMay();
  const pages: readonly string[] = costLedgerTable.access.page;
  return pages.some((page) => may(page));
}

interface ExplainDialogProps extends ExplainedProps {
  readonly name: string;
  readonly onClose: () => void;
}

/** Shows the movements behind a figure in a dialog. */
export const ExplainDialog = ({ name, onClose, ...of }: ExplainDialogProps): ReactNode => (
  <PaneModal
    title={`${t('explain.title')} · ${name}`}
    width={1400}
    className="drill"
    onCancel={onClose}
  >
    <Explained {...of} />
  </PaneModal>
);

export interface ExplainProps extends ExplainedProps {
  readonly name: string;
  readonly children: ReactNode;
}

/** Links a stock figure to its movements; plain if the user may not open them. */
export function Explain({ name, children, ...of }: ExplainProps): ReactNode {
  const [open, setOpen] = useState(false);
  if (!useMayExplain()) return children;
  return (
    <>
      <button
        type="button"
        className="link"
        title={t('explain.why')}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {open ? <ExplainDialog {...of} name={name} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
