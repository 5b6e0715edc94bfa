/** Splits the projects of the address, which stand there with commas between; none: all projects. */
export const splitProjects = (text: string): readonly string[] => text.split(',').filter(Boolean);
