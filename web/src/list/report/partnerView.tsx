import type { PartnerType, RowOf, TableDeclaration } from '@tradehouse/contract';
import {
  ageingTables,
  inDetailTable,
  memberFlowTable,
  outDetailTable,
  partnerFlowTables,
  partnerPages,
  partnerTables,
  partners,
} from '@tradehouse/contract';
import { documentKinds, kindCodes } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint, readTablePage } from '../../app/net/client.ts';
import { invalidateQueryKeys } from '../../app/net/query.ts';
import { language } from '../../app/session/language.ts';
import { useMay } from '../../app/settings/permission.ts';
import { useTabActions } from '../../app/tabs/tabs.ts';
import { DocumentLink } from '../../control/DocumentLink.tsx';
import { NumberText } from '../../control/NumberText.tsx';
import { t } from '../../phrase/index.ts';
import { choiceOf, labelOfColumn } from '../../record/labels.ts';
import { partnerForm } from '../../record/partnerForm.tsx';
import { Failed, RowsSkeleton } from '../../record/states.tsx';
import { urlWithFilters } from '../filters/filterState.ts';
import { RecordView, useMayRead } from '../recordView.tsx';
import { defineDocumentsReport } from './drills.tsx';
import { Report } from './reportPage.tsx';

const forms = {
  supplier: partnerForm('supplier'),
  customer: partnerForm('customer'),
  member: partnerForm('member'),
} as const;

/** Documents, statement and age of debts of each type of partner. */
const sides = {
  supplier: {
    bill: 'purchaseIn',
    settles: 'moneyOut',
    act: 'pay',
    statement: '/report/vendor_account',
    flow: partnerFlowTables.supplier,
    lines: inDetailTable,
    owed: 'closingPayable',
    ages: ageingTables.payable,
  },
  customer: {
    bill: 'saleOut',
    settles: 'moneyIn',
    act: 'receive',
    statement: '/report/customer_account',
    flow: partnerFlowTables.customer,
    lines: outDetailTable,
    owed: 'closingReceivable',
    ages: ageingTables.receivable,
  },
  member: {
    bill: 'retailOut',
    settles: null,
    act: 'receive',
    statement: '/report/member_account',
    flow: memberFlowTable,
    lines: outDetailTable,
    owed: 'prepayment',
    ages: null,
  },
} as const satisfies Readonly<
  Record<
    PartnerType,
    {
      readonly bill: KindCode;
      readonly settles: KindCode | null;
      readonly act: 'pay' | 'receive';
      readonly statement: string;
      readonly flow: TableDeclaration;
      readonly lines: TableDeclaration;
      readonly owed: string;
      readonly ages: TableDeclaration | null;
    }
  >
>;

const contact = ['contacts', 'telephone', 'phone', 'email', 'address'] as const;
const trade = ['taxNumber', 'bankName', 'bankAccount', 'priceListName', 'remark'] as const;

interface Props {
  readonly type: PartnerType;
  readonly id: string;
}

/** Returns the partner's overdue amount today; undefined without access to ageing reports. */
function useOverdue({ type, id }: Props): string | null | undefined {
  const { ages } = sides[type];
  const mayRead = useMayRead();
  const search = JSON.stringify({ ...ages?.fixed, organId: id });
  const enabled = ages !== null && mayRead(ages);
  const { data } = useQuery({
    queryKey: ['list', 'overdueOf', type, search],
    queryFn: () => readTablePage(ages ?? ageingTables.receivable, { search }, { quiet: true }),
    enabled,
  });
  return enabled ? (data?.totals['overdue'] ?? null) : undefined;
}

/** The page of a supplier, customer or member. */
export function PartnerView({ type, id }: Props): ReactNode {
  const may = useMay();
  const [editing, setEditing] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['partner', id],
    queryFn: () => callEndpoint(partners.infoCall, { id }, { quiet: true }),
    staleTime: 0,
    retry: false,
  });
  const overdue = useOverdue({ type, id });
  const tabs = usePartnerTabs({ type, id });
  if (error !== null && data === undefined)
    return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <RowsSkeleton />;
  const label = (name: string): string => labelOfColumn(partnerTables[type], name);
  const money = (value: string | null): ReactNode => (
    <NumberText value={value} as="money" currency />
  );
  const { owed } = sides[type];
  const Form = forms[type];
  return (
    <>
      <RecordView
        title={data.name}
        onEdit={may(partnerPages[type], '1') ? () => setEditing(true) : undefined}
        actions={<PartnerActions type={type} id={id} name={data.name} />}
        figures={[
          { label: label(owed), value: money(data[owed]) },
          ...(overdue === undefined ? [] : [{ label: t('view.overdue'), value: money(overdue) }]),
          ...(type === 'customer'
            ? [{ label: label('creditLimit'), value: money(data.creditLimit) }]
            : []),
        ]}
        facts={[
          ...contact.map((name) => ({ label: label(name), value: data[name] })),
          ...(type === 'member'
            ? []
            : [
                {
                  label: label('paymentKind'),
                  value: data.paymentKind === null ? '' : choiceOf('paymentKind', data.paymentKind),
                },
              ]),
          ...trade.map((name) => ({ label: label(name), value: data[name] })),
        ]}
        tabs={tabs}
      />
      {editing && (
        <Form
          id={id}
          onClose={(saved) => {
            setEditing(false);
            if (saved) void invalidateQueryKeys(['partner'], ['list']);
          }}
        />
      )}
    </>
  );
}

/** Opens the partner's next bill, settlement and statement, if the user may. */
function PartnerActions({ type, id, name }: Props & { readonly name: string }): ReactNode {
  const may = useMay();
  const { open, create } = useTabActions();
  const { bill, settles, act, statement } = sides[type];
  const { url: billUrl, name: names } = documentKinds[bill];
  const settlesUrl = settles === null ? null : documentKinds[settles].url;
  const partner = new URLSearchParams({ partner: id, name }).toString();
  return (
    <>
      {billUrl !== null && may(billUrl, '1') && (
        <Button type="primary" onClick={() => create(`${billUrl}/new?${partner}`)}>
          {t('form.new', { name: names[language] })}
        </Button>
      )}
      {settlesUrl !== null && may(settlesUrl, '1') && (
        <Button onClick={() => create(`${settlesUrl}/new?${partner}`)}>
          {t(`money.settle.${act}`)}
        </Button>
      )}
      {may(statement) && (
        <Button onClick={() => open(urlWithFilters(statement, { organId: id }, { organId: name }))}>
          {t('view.statement')}
        </Button>
      )}
    </>
  );
}

function usePartnerTabs({ type, id }: Props) {
  const mayRead = useMayRead();
  const may = useMay();
  const { flow, lines, bill } = sides[type];
  const kinds = kindCodes.filter((code) => {
    const { url, partner } = documentKinds[code];
    return partner?.type === type && url !== null && may(url);
  });
  return [
    ...(kinds.length === 0
      ? []
      : [
          {
            key: 'documents',
            label: t('view.documents'),
            children: <PartnerDocuments kinds={kinds} first={bill} id={id} />,
          },
        ]),
    ...(mayRead(lines)
      ? [
          {
            key: 'goods',
            label: t('view.goodsAndPrices'),
            children: <Report table={lines} cells={numbers} fixed={{ organId: id }} />,
          },
        ]
      : []),
    ...(mayRead(flow)
      ? [
          {
            key: 'flow',
            label: t('view.account'),
            children: (
              <Report<TableDeclaration> table={flow} cells={numbers} fixed={{ organId: id }} />
            ),
          },
        ]
      : []),
  ];
}

/** Document numbers in ledger rows and lines, linked to the documents. */
export const numbers = {
  number: (row: RowOf<TableDeclaration>): ReactNode => (
    <DocumentLink kind={String(row['kind'] ?? '')} id={String(row['documentId'] ?? '')}>
      {row['number']}
    </DocumentLink>
  ),
};

function PartnerDocuments({
  kinds,
  first,
  id,
}: {
  readonly kinds: readonly KindCode[];
  readonly first: KindCode;
  readonly id: string;
}): ReactNode {
  const [kind, setKind] = useState(kinds.includes(first) ? first : (kinds[0] ?? first));
  return (
    <div className="record-documents">
      <Segmented<KindCode>
        aria-label={t('view.documents')}
        value={kind}
        options={kinds.map((value) => ({ value, label: documentKinds[value].name[language] }))}
        onChange={setKind}
      />
      <Report key={kind} {...defineDocumentsReport(kind)} fixed={{ kind, organId: id }} />
    </div>
  );
}
