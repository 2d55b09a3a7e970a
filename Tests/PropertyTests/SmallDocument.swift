/// A small text that holds each kind of token, and each kind of position between tokens.
let smallDocument = Array(
    """
    {"a":[0,-1,2.5e+3,-0.1E-2,true,false,null,"",[],{}],"é\\u00e9\\ud83d\\ude00":"\\"\\\\\\/\\b\\f\\n\\r\\t日😀~\u{7F}",\
    "b" :\t{ "c" : [ 1 , "x" ]\r\n} , "d":[[[]],{"e":{}}]}

    """.utf8)
