/** The characters that divide the columns of tables. */
export const delimiters = [',', ';', '\t', '|'] as const
