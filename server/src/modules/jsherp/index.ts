// jshERP: brings companies over from a dump of that program, by the command or on the platform's page.
export { sentenceOf } from '../../kernel/index.ts';
export { chosenOf, companiesOf, companyOf, namesOf } from './company.ts';
export type { SourceCompany } from './company.ts';
export { readDump } from './dump.ts';
export type { Dump } from './dump.ts';
export { importCompany } from './load.ts';
export { reportLines } from './report.ts';
export { jsherpRoutes } from './routes.ts';
export type { Progress } from './records.ts';
