// jshERP: imports companies from a dump, by command or on the platform's page.
export { sentenceOf } from '../../kernel/http/index.ts';
export { chosenOf, companiesOf, selectCompanyDump, namesOfSourceCompanies } from './company.ts';
export type { SourceCompany } from './company.ts';
export { readDump } from './dump.ts';
export type { Dump } from './dump.ts';
export { importDumpCompany } from './load.ts';
export { reportLines } from './report.ts';
export { jsherpRoutes } from './routes.ts';
export type { DumpImportProgress } from './records.ts';
