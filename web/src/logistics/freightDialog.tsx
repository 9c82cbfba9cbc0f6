import { freights } from '@tradehouse/contract';
import type { FreightInfo } from '@tradehouse/contract';
import { Button, Table } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useSettings } from '../app/settings/settings.ts';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { timeText } from '../control/format.ts';
import { NumberText } from '../control/NumberText.tsx';
import { PaneModal } from '../control/PaneModal.tsx';
import { ReadModal } from '../control/ReadModal.tsx';
import { choiceOf, labelOfColumn } from '../record/labels.ts';
import { t } from '../phrase/index.ts';
import { FreightState } from './freightState.tsx';
import './freight.css';

const labelOfFreightDialog = (name: string): string => labelOfColumn(freights.table, name);

const columnsOfFreightLines = (currency: string) => [
  { title: t('freight.line'), dataIndex: 'line', width: 60 },
  { title: labelOfFreightDialog('barcode'), dataIndex: 'barcode', width: 130 },
  { title: labelOfFreightDialog('productName'), dataIndex: 'productName', ellipsis: true },
  {
    title: labelOfFreightDialog('quantity'),
    key: 'quantity',
    width: 100,
    align: 'right' as const,
    render: (_: unknown, { quantity, unit }: FreightInfo['shares'][number]) => (
      <>
        <NumberText value={quantity} /> {unit}
      </>
    ),
  },
  {
    title: labelOfFreightDialog('weight'),
    dataIndex: 'weight',
    width: 100,
    align: 'right' as const,
    render: (weight: string) => <NumberText value={weight} />,
  },
  {
    title: t('freight.share'),
    dataIndex: 'share',
    width: 110,
    align: 'right' as const,
    render: (share: string | null) => <NumberText value={share} as="money" of={currency} />,
  },
];

function FreightFacts({ freight }: { readonly freight: FreightInfo }): ReactNode {
  const { timeZone } = useSettings();
  const money = (value: string | null) => (
    <NumberText value={value} as="money" of={freight.currency} />
  );
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      labelOfFreightDialog('documentNumber'),
      <DocumentLink key="document" kind={freight.documentKind} id={freight.documentId}>
        {freight.documentNumber}
      </DocumentLink>,
    ],
    [labelOfFreightDialog('tracking'), freight.tracking || '—'],
    [labelOfFreightDialog('companyName'), freight.companyName],
    [
      labelOfFreightDialog('freightState'),
      <FreightState key="state" state={freight.freightState} />,
    ],
    [labelOfFreightDialog('direction'), choiceOf('direction', freight.direction)],
    [labelOfFreightDialog('freightDate'), freight.freightDate],
    [labelOfFreightDialog('paymentKind'), choiceOf('paymentKind', freight.paymentKind)],
    [
      labelOfFreightDialog('billableWeight'),
      <NumberText key="weight" value={freight.billableWeight} />,
    ],
    [t('freight.volume'), <NumberText key="volume" value={freight.volume} />],
    [labelOfFreightDialog('estimated'), money(freight.estimated)],
    [labelOfFreightDialog('actual'), money(freight.actual)],
    [labelOfFreightDialog('difference'), money(freight.difference)],
    ...(freight.exchangeRate === '1'
      ? []
      : ([
          [labelOfFreightDialog('exchangeRate'), `${freight.currency} ${freight.exchangeRate}`],
          [t('freight.worth'), <NumberText key="worth" value={freight.worth} as="money" />],
        ] as const)),
    ...(freight.booked === null
      ? []
      : ([
          [t('freight.booked'), <NumberText key="booked" value={freight.booked} as="money" />],
        ] as const)),
    ...(freight.confirmedTime === null
      ? []
      : ([
          [
            labelOfFreightDialog('confirmedBy'),
            `${freight.confirmedBy} · ${timeText(freight.confirmedTime, timeZone)}`,
          ],
        ] as const)),
    ...(freight.paymentId === null
      ? []
      : ([
          [
            labelOfFreightDialog('paymentNumber'),
            <DocumentLink key="payment" kind="itemOut" id={freight.paymentId}>
              {freight.paymentNumber}
            </DocumentLink>,
          ],
        ] as const)),
    ...(freight.remark === '' ? [] : ([[labelOfFreightDialog('remark'), freight.remark]] as const)),
  ];
  return (
    <dl className="freight-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows a carrier's freight and the share of each document line. */
export function FreightDialog({
  id,
  onClose,
}: {
  readonly id: string;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <ReadModal
      title={t('freight.show')}
      width={860}
      onCancel={onClose}
      queryKey={['freight', id]}
      read={() => callEndpoint(freights.infoCall, { id }, { quiet: true })}
    >
      {(freight) => (
        <PaneModal
          title={t('freight.of', { number: freight.documentNumber })}
          width={860}
          onCancel={onClose}
          footer={<Button onClick={onClose}>{t('act.close')}</Button>}
        >
          <FreightFacts freight={freight} />
          <h3>{t('freight.shares', { by: choiceOf('allocateBy', freight.allocateBy) })}</h3>
          <Table<FreightInfo['shares'][number]>
            size="small"
            rowKey="line"
            pagination={freight.shares.length > 50 ? { pageSize: 50 } : false}
            scroll={{ x: 640 }}
            dataSource={[...freight.shares]}
            columns={columnsOfFreightLines(freight.currency)}
          />
        </PaneModal>
      )}
    </ReadModal>
  );
}
