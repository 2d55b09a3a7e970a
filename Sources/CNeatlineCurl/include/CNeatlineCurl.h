#ifndef CNEATLINECURL_H
#define CNEATLINECURL_H

/// Opens libcurl, once. Returns nonzero if it is there.
int neatline_curl_open(void);

#endif
