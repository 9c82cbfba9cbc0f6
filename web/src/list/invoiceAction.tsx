import { FileTextOutlined } from '@ant-design/icons';
import { invoicePage } from '@tradehouse/contract';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useTabActions } from '../app/tabs/tabs.ts';
import { t } from '../phrase/index.ts';
import type { RowAction, RowDialogProps } from '../record/listTypes.ts';
import { urlWithFilters } from './filters/filterState.ts';

interface PartnerRow {
  readonly id?: string | null;
  readonly name?: string | null;
}

const directions = { customer: 'issued', supplier: 'received' } as const;

/** Begins an invoice to a customer or from a supplier, with their bills to choose from. */
export const invoiceAction = (type: keyof typeof directions): RowAction<PartnerRow> => {
  const direction = directions[type];
  function Begin({ row: { id, name }, onClose }: RowDialogProps<PartnerRow>): ReactNode {
    const { open } = useTabActions();
    useEffect(() => {
      const asked = { begin: '1', direction, organId: id ?? '' };
      open(urlWithFilters(invoicePage, asked, { organId: name ?? '' }));
      onClose(false);
      // Once, when it is asked for.
      // oxlint-disable-next-line react/exhaustive-deps
    }, []);
    return null;
  }
  return {
    key: 'invoice',
    label: t(`invoice.make.${direction}`),
    icon: <FileTextOutlined aria-hidden />,
    button: '1',
    page: invoicePage,
    dialog: Begin,
  };
};
